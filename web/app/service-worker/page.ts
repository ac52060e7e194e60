const pageCache = 'page'
const partCache = 'parts'
const address = '/'

/** The parts of the app a page references, each once, as a cache wants them: scripts, styles, the language's texts. */
export function partsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/(?:src|href)="(\/v\/[^"]+)"/g)].map(match => match[1] ?? ''))]
}

/** Whether two pages are of the same app version, whatever their brand, language and visitor: its first script names all files. */
export function isSameVersion(one: string, other: string): boolean {
  const firstScript = (html: string) => /<script[^>]* src="(\/v\/[^"]+)"/.exec(html)?.[1]
  return firstScript(one) === firstScript(other)
}

async function fetchPage(): Promise<Response> {
  const response = await fetch(address, {
    headers: { accept: 'text/html' },
    cache: 'no-cache',
    credentials: 'same-origin',
  })
  if (!response.ok) throw new Error(`The page answered ${response.status}`)
  return response
}

async function put(page: Response): Promise<void> {
  const parts = await caches.open(partCache)
  await parts.addAll(partsOf(await page.clone().text()))
  await (await caches.open(pageCache)).put(address, page)
}

/** Stores the page as the server renders it for this visitor, and the parts it references. */
export async function keepPage(): Promise<void> {
  await put(await fetchPage())
}

/**
 * Requests the page again. One of the same version replaces the stored one, as after a change of language or theme; a
 * newer version is left to its own worker, which also brings the parts.
 */
export async function refreshPage(): Promise<Response> {
  const fresh = await fetchPage()
  const kept = await (await caches.open(pageCache)).match(address)
  if (!kept || isSameVersion(await kept.text(), await fresh.clone().text())) await put(fresh.clone())
  return fresh
}

/** The stored page, or else the network's. */
export async function showPage(): Promise<Response> {
  return (await (await caches.open(pageCache)).match(address)) ?? fetchPage()
}

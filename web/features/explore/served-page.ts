/** Where the app is drawn; the server has drawn the first page there. */
const place = globalThis.document?.getElementById('app')
const path = globalThis.location?.pathname

const drawn = place?.querySelector<HTMLElement>(':scope > .public')
let served = drawn ? { path, title: drawn.dataset['title'] ?? '', element: drawn } : undefined

/** What the server has drawn at a path, once: the app shows that very page instead of asking for it again. */
export function takeServedPage(asked: string): { title: string; element: Element } | undefined {
  const found = served?.path === asked ? served : undefined
  served = undefined
  return found
}

/** The element that a page's markup describes. */
export function elementOf(html: string): Element | undefined {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild ?? undefined
}

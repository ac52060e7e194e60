import { settings } from '#kit/request/connection.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'

/** How long the transfer may stall, in ms. */
const patience = 30_000
/** How long the browser may take to read a file handed to it, in ms. */
const handedOver = 60_000

type Wanted = { url: string | null | undefined; fileId: number | undefined; signal?: AbortSignal }
type Saved = { source: string | null | undefined; target: string | undefined; signal?: AbortSignal }

export type FetchedFile = { fileId: number; content: Blob }

/**
 * The bytes of one of our files, private or public, requested with the session; other origins never see it. `url` may
 * be relative to the server's origin. Throws Error without `url` or `fileId`, RequestError when the answer is not ok,
 * NetworkError when there is none or the transfer stalls for 30 s, or the reason of `signal`.
 */
export async function fetchFile({ url, fileId, signal }: Wanted): Promise<FetchedFile> {
  if (!url) throw new Error('Url must be set')
  if (!fileId) throw new Error('FileId must be set')
  return { fileId, content: await contentAt(addressAt(url), signal) }
}

/**
 * Saves the file at `source` on the device as `target`. Once the server confirms that it exists, the browser streams it
 * to disk itself; if the server is on another origin, it is fetched first. Throws Error without `source` or `target`,
 * otherwise as `fetchFile` does.
 */
export async function download({ source, target, signal }: Saved): Promise<void> {
  if (!source) throw new Error('source must be set')
  if (!target) throw new Error('target must be set')
  const address = addressAt(source)
  if (address.origin === location.origin) {
    await assertThere(address, signal)
    address.searchParams.set('download', '')
    return handOver(address.href, target)
  }
  const here = URL.createObjectURL(await contentAt(address, signal))
  handOver(here, target)
  setTimeout(() => URL.revokeObjectURL(here), handedOver)
}

const home = () => settings.origin || location.origin

const addressAt = (url: string) => new URL(url, home())

function handOver(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** A redirect to another server means that the file exists; the browser reveals nothing more about it. */
const isSentOn = ({ type, status }: Response) => type === 'opaqueredirect' || status === 302

async function assertThere(address: URL, signal?: AbortSignal): Promise<void> {
  await asked(address, { method: 'HEAD', redirect: 'manual' }, signal, async () => {})
}

function contentAt(address: URL, signal?: AbortSignal): Promise<Blob> {
  return asked(address, {}, signal, async ({ body, headers }, watch) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = body?.getReader()
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value)
      watch()
    }
    return new Blob(parts, { type: headers.get('content-type') ?? '' })
  })
}

/** Requests a file of ours and reads the answer with `take` for as long as data keeps arriving. */
async function asked<Taken>(
  address: URL,
  init: RequestInit,
  signal: AbortSignal | undefined,
  take: (response: Response, watch: () => void) => Promise<Taken>,
): Promise<Taken> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(), patience)
  }
  const handOn = () => stop.abort()
  signal?.addEventListener('abort', handOn)
  watch()
  try {
    signal?.throwIfAborted()
    const response = await fetch(address, { ...init, ...sessionFor(address), signal: stop.signal })
    if (!response.ok && !isSentOn(response)) throw await refusal(address, response)
    return await take(response, watch)
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof RequestError ? error : new NetworkError(address.href, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', handOn)
  }
}

function sessionFor({ origin }: URL): RequestInit {
  if (origin !== new URL(home()).origin) return { credentials: 'omit' }
  return settings.token ? { headers: { Authorization: `Bearer ${settings.token}` } } : {}
}

async function refusal(address: URL, response: Response): Promise<RequestError> {
  if (response.status === 401 && settings.token) settings.loseSession(settings.token)
  const body: unknown = await response.json().catch(() => ({}))
  return new RequestError(address.href, response, body ?? {})
}

import { downloadsDatabase, fileKey, onChanged } from './records.ts'
import { type FileRecord, inEachPlace, type StoredFile } from './stored-file.ts'
import { findLease, holderOf, holds, isClockSetBack } from './leases.ts'
import { findFile } from './private-files.ts'
import { removeFiles } from './remove-files.ts'

const types: Record<string, string> = {
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  pdf: 'application/pdf',
}

/** As the server sends it: what a browser might run is only saved. */
function headersOf({ url }: StoredFile): Record<string, string> {
  const type = types[url.split('.').at(-1)?.toLowerCase() ?? '']
  return {
    'content-type': type ?? 'application/octet-stream',
    ...(type === undefined && { 'content-disposition': 'attachment' }),
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  }
}

let known: Promise<ReadonlySet<string>> | undefined
let read: ReadonlySet<string> | undefined
let isHeard = false

function forget() {
  known = undefined
  read = undefined
}

/** The addresses that this device has files of, of whomever: read once, and again after a change. */
function knownAddresses(): Promise<ReadonlySet<string>> {
  if (!isHeard) onChanged(forget)
  isHeard = true
  known ??= readAddresses().catch((error: unknown) => {
    forget()
    throw error
  })
  return known
}

async function readAddresses(): Promise<ReadonlySet<string>> {
  const keys = await (await downloadsDatabase()).getAllKeys('files')
  read = new Set(keys.map(key => key.slice(key.indexOf(' ') + 1)))
  return read
}

/** Whether an address may be one of a file on this device, as far as is known at once. */
export const maybeHere = (path: string): boolean => read?.has(path) ?? true

/**
 * Answers a request for one of our files from this device, a range of it with 206; undefined where the network has to: it is not
 * here, not whole, of another session, or may not be played any more. What may not is removed.
 */
export async function serveFile(
  request: Request,
  token: () => Promise<string | undefined>,
): Promise<Response | undefined> {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.search || !(await knownAddresses()).has(url.pathname)) return undefined
  const userId = await holderOf(await token())
  if (userId === undefined) return undefined
  const file = await (await downloadsDatabase()).get('files', fileKey(userId, url.pathname))
  if (file?.status !== 'loaded') return undefined
  if (!(await isPlayable(file))) return undefined
  const content = await findFile(file.path)
  return content?.size === file.bytes ? answerWith(content, file, request.headers.get('range')) : undefined
}

/** Whether the lease of a stream that wants the file holds; it is removed from those whose lease is over. */
async function isPlayable(record: FileRecord): Promise<boolean> {
  const now = Date.now()
  const files = inEachPlace(record)
  const leases = await Promise.all(files.map(({ userId, streamId }) => findLease(userId, streamId)))
  for (const lease of leases) if (await holds(lease, now, record.id)) return true
  // With no lease yet it waits for one; one that is over, or a clock that was set back, ends it.
  for (const [index, file] of files.entries())
    if (leases[index] && ((await isClockSetBack(now)) || !(await holds(leases[index], now)))) await removeFiles([file])
  return false
}

function answerWith(content: File, file: StoredFile, range: string | null): Response {
  const headers = headersOf(file)
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '')
    return new Response(content, { headers: { ...headers, 'content-length': String(file.bytes) } })
  const first = from === '' ? Math.max(0, file.bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? file.bytes - 1 : Math.min(Number(to), file.bytes - 1)
  if (first > last)
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.bytes}` } })
  return new Response(content.slice(first, last + 1), {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${first}-${last}/${file.bytes}`,
      'content-length': String(last - first + 1),
    },
  })
}

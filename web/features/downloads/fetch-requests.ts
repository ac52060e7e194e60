import { request } from '#kit/request/request.ts'
import type { ManifestWire } from '#shared/features/downloads/contract.ts'
import { addFiles, filesOf, tellChanged } from './device/records.ts'
import { removeFiles } from './device/remove-files.ts'
import { filesOfRequest, itemsOf } from './files-of-request.ts'
import type { StoredFile } from './device/stored-file.ts'
import { asksFor, type DownloadRequest, noteRequest, readRequests, requestNow, type Target } from './requests.ts'

/** How often, and how many times, a list is asked for again while the school still measures files. */
const askAgainMs = 1500
export const mostAsked = 200
/** How many more times after a press, where a file is missing: the school looks for it after each list. */
const lookedForAgain = 2

const leaving = new AbortController()

/** Asks nothing more of the school: the person is leaving, and it may measure for minutes. */
export const endAsking = (): void => leaving.abort()

/** What of a stream, a day or a lesson may be downloaded. */
export async function askManifest({ streamId: id, dayId, lessonId }: Target): Promise<ManifestWire> {
  const query = {
    ...(dayId !== undefined && { day_id: dayId }),
    ...(lessonId !== undefined && { lesson_id: lessonId }),
  }
  return (await request('GET /user-course-streams/:id/downloads', { params: { id }, query, signal: leaving.signal }))
    .data
}

const isBeingMeasured = ({ state }: ManifestWire['items'][number]) => state === 'preparing'

/** Whether the school still measures some of what a list names. */
export const isPreparing = (manifest: ManifestWire) => manifest.items.some(isBeingMeasured)

/** How a request is taken up: it was just pressed; by itself; or it is only said that what was here is gone. */
export type Taking = 'pressed' | 'byItself' | 'gone'

/**
 * Adds what a request asks for to the files of this device, what is measured first at once, and removes what was replaced;
 * answers the list as it was last. What the school does not find, or does not get ready in time, has failed. Rejects when the
 * school cannot be asked or refuses.
 */
export async function fetchRequest(userId: number, wanted: DownloadRequest, taking: Taking): Promise<ManifestWire> {
  let manifest = await askManifest(wanted)
  const add = async (isLate = false) => {
    const request = requestNow(userId, wanted)
    if (!request) return
    const files = filesOfRequest({ userId, manifest, request, now: Date.now(), isLate })
    const gone = { status: 'fail', failure: 'gone' } as const
    await addFiles(taking === 'gone' ? files.map(file => ({ ...file, ...gone })) : files, taking === 'pressed')
    await removeUnasked(userId, files)
    const left = requestNow(userId, wanted)
    const isHere = left !== undefined && files.some(file => asksFor(left, file))
    noteRequest(userId, wanted, { ...(isHere && { wasHere: true }), isOpen: !isLate && isPreparing(manifest) })
    tellChanged()
  }
  await add()
  const stillAsked = () => {
    const request = requestNow(userId, wanted)
    return request ? itemsOf(manifest, request) : []
  }
  const isAwaited = (asked: number) => (item: ManifestWire['items'][number]) =>
    isBeingMeasured(item) || (taking === 'pressed' && asked < lookedForAgain && item.state === 'missing')
  for (let asked = 0; asked < mostAsked && stillAsked().some(isAwaited(asked)); asked += 1) {
    await new Promise(resolve => setTimeout(resolve, askAgainMs))
    manifest = await askManifest(wanted)
    await add()
  }
  if (isPreparing(manifest)) await add(true)
  await removeReplaced(userId, manifest)
  return manifest
}

/** What was taken off the device while it was being added. */
async function removeUnasked(userId: number, files: readonly StoredFile[]) {
  const requests = readRequests(userId)
  await removeFiles(files.filter(file => !requests.some(one => asksFor(one, file))))
}

/** A film that was replaced has other addresses. */
async function removeReplaced(userId: number, { stream_id, items }: ManifestWire) {
  const now = new Map(items.filter(({ state }) => state === 'ready').map(({ id, files }) => [id, files]))
  const files = (await filesOf(userId)).filter(file => file.streamId === stream_id)
  await removeFiles(files.filter(({ id, url }) => now.get(id)?.every(file => file.url !== url)))
}

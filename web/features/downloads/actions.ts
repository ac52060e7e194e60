import { settings } from '#kit/request/connection.ts'
import type { Quality } from '#shared/features/downloads/rules.ts'
import { changeFile, filesOf, type StoredFile, tellChanged } from './device/records.ts'
import { removeFiles } from './device/remove-files.ts'
import { fetchRequest } from './fetch-requests.ts'
import { keepTexts } from './keep-texts.ts'
import { refreshDevice } from './on-device.ts'
import {
  addRequest,
  type DownloadRequest,
  includes,
  isOf,
  keepRequests,
  readRequests,
  type Target,
  withoutTarget,
  wordOf,
} from './requests.ts'
import { renewLeases } from './sync.ts'
import { wakeWorker } from './device/wake-worker.ts'

function person(): number {
  if (settings.userId === null) throw new Error('Nobody is signed in')
  return settings.userId
}

/** Puts a target on this device; resolves once the school has named all its files, which are being fetched by then. */
export async function startDownload(target: Target, quality: Quality): Promise<void> {
  const userId = person()
  // What the browser keeps only while it has room stays longer where it agrees.
  void navigator.storage.persist?.().catch(() => false)
  const wanted = { ...target, quality }
  addRequest(userId, wanted)
  await refreshDevice()
  const manifest = await fetchRequest(userId, wanted, 'pressed').catch(async (error: unknown) => {
    await forgetUnknown(userId, target)
    throw error
  })
  await refreshDevice()
  wakeWorker()
  await renewLeases(userId)
  await keepTexts(target.streamId, manifest.course_id)
}

/** What the school has named nothing of is not wanted any more. */
async function forgetUnknown(userId: number, target: Target): Promise<void> {
  if ((await filesOf(userId)).some(file => isOf(file, target))) return
  keepRequests(
    userId,
    readRequests(userId).filter(one => wordOf(one) !== wordOf(target)),
  )
  await refreshDevice()
}

async function mark(target: Target, isPaused: boolean): Promise<void> {
  for (const file of await filesOf(person()))
    if (isOf(file, target) && file.status !== 'loaded') await changeFile(file.key, known => ({ ...known, isPaused }))
  tellChanged()
  await refreshDevice()
}

/** Stops fetching a target; what has arrived stays. */
export const pauseDownload = (target: Target): Promise<void> => mark(target, true)

export async function resumeDownload(target: Target): Promise<void> {
  await mark(target, false)
  wakeWorker()
}

/** Tries what failed of a target again. */
export async function retryDownload(target: Target): Promise<void> {
  for (const file of await filesOf(person()))
    if (isOf(file, target) && file.status === 'fail')
      await changeFile(file.key, ({ failure: _failure, code: _code, ...known }) => ({ ...known, status: 'pending' }))
  await refreshDevice()
  wakeWorker()
}

/** Takes a target off this device, and off what is wanted on it; what another request still wants stays. */
export async function removeDownload(target: Target): Promise<void> {
  const userId = person()
  const files = await filesOf(userId)
  const requests = withoutTarget(readRequests(userId), target, files)
  keepRequests(userId, requests)
  const isWanted = (file: StoredFile) => requests.some(one => isOf(file, one))
  await removeFiles(files.filter(file => isOf(file, target) && !isWanted(file)))
  await refreshDevice()
}

/** Takes the films of a lesson, or a document, off this device, with all that belongs to them. */
export async function removeItem(item: readonly StoredFile[]): Promise<void> {
  const userId = person()
  const files = await filesOf(userId)
  const ids = new Set(item.map(({ id }) => id))
  const targets = item.flatMap(({ streamId, lessonIds }) => lessonIds.map(lessonId => ({ streamId, lessonId })))
  const narrowed = targets.reduce((requests, target) => withoutTarget(requests, target, files), readRequests(userId))
  const rest = files.filter(({ id }) => !ids.has(id))
  keepRequests(
    userId,
    narrowed.flatMap(one => withoutDocuments(one, item, rest)),
  )
  await removeFiles(files.filter(({ id }) => ids.has(id)))
  await refreshDevice()
}

/** A course without one of its documents is wanted day by day from then on. */
function withoutDocuments(
  request: DownloadRequest,
  item: readonly StoredFile[],
  rest: readonly StoredFile[],
): DownloadRequest[] {
  const { streamId, quality } = request
  if (!item.some(file => includes(request, { streamId: file.streamId }))) return [request]
  const days = rest.filter(file => file.streamId === streamId).flatMap(({ dayIds }) => dayIds)
  return [...new Set(days)].map(dayId => ({ streamId, dayId, quality }))
}

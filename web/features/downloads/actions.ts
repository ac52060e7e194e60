import { settings } from '#kit/request/connection.ts'
import type { Quality } from '#shared/features/downloads/rules.ts'
import { changeFile, filesOf, tellChanged } from './device/records.ts'
import type { StoredFile } from './device/stored-file.ts'
import { removeFiles } from './device/remove-files.ts'
import { fetchRequest } from './fetch-requests.ts'
import { keepTexts } from './keep-texts.ts'
import { refreshDevice } from './on-device.ts'
import {
  addRequest,
  asksFor,
  type DownloadRequest,
  dropRequest,
  isOf,
  keepRequests,
  readRequests,
  type Target,
  withoutItems,
  withoutTarget,
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
  const wanted = { ...target, quality, isOpen: true }
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
  dropRequest(userId, target)
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

/** Tries what failed of a target again; the school is asked again for what it did not find. */
export async function retryDownload(target: Target): Promise<void> {
  const userId = person()
  const failed = (await filesOf(userId)).filter(file => isOf(file, target) && file.status === 'fail')
  const [missing, known] = [true, false].map(is => failed.filter(({ failure }) => (failure === 'missing') === is))
  for (const { key } of known ?? [])
    await changeFile(key, ({ failure: _failure, code: _code, ...file }) => ({ ...file, status: 'pending' }))
  await refreshDevice()
  wakeWorker()
  const wanted = readRequests(userId).filter(one => missing?.some(file => asksFor(one, file)))
  if (wanted.length === 0) return
  looking ??= lookAgain(userId, wanted).finally(() => {
    looking = undefined
  })
}

let looking: Promise<void> | undefined

/** Asks the school again, which may take minutes; what it still does not answer is still failed. */
async function lookAgain(userId: number, wanted: readonly DownloadRequest[]): Promise<void> {
  for (const request of wanted) await fetchRequest(userId, request, 'pressed').catch(() => {})
  await refreshDevice()
  wakeWorker()
}

/** Takes a target off this device, and off what is wanted on it; what another request still wants stays. */
export async function removeDownload(target: Target): Promise<void> {
  const userId = person()
  const files = await filesOf(userId)
  const requests = withoutTarget(readRequests(userId), target, files)
  keepRequests(userId, requests)
  const isWanted = (file: StoredFile) => requests.some(one => asksFor(one, file))
  await removeFiles(files.filter(file => isOf(file, target) && !isWanted(file)))
  await refreshDevice()
}

/** Takes the films of a lesson, or a document, off this device, with all that belongs to them and nothing else. */
export async function removeItem(item: readonly StoredFile[]): Promise<void> {
  const userId = person()
  const isSame = (one: StoredFile, other: StoredFile) => one.id === other.id && one.streamId === other.streamId
  const files = await filesOf(userId)
  const others = files.filter(file => !item.some(one => isSame(one, file)))
  // A lesson of which nothing but its picture would be left is not here any more.
  const isBare = (lessonId: number) => !others.some(one => one.kind !== 'image' && one.lessonIds.includes(lessonId))
  const lessons = new Set(item.flatMap(({ lessonIds }) => lessonIds).filter(isBare))
  const isPicture = ({ kind, lessonIds }: StoredFile) => kind === 'image' && lessonIds.some(id => lessons.has(id))
  const rest = others.filter(file => !isPicture(file))
  const gone = files.filter(file => !rest.includes(file))
  keepRequests(userId, withoutItems(readRequests(userId), gone, rest))
  await removeFiles(gone)
  await refreshDevice()
}

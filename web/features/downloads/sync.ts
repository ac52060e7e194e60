import { load } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { settings } from '#kit/request/connection.ts'
import { savesData } from '#kit/request/data-saver.ts'
import { isOffline } from '#kit/request/online.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import type { LeaseWire, ManifestWire } from '#shared/features/downloads/contract.ts'
import { nextDays, type Quality } from '#shared/features/downloads/rules.ts'
import { filesOf, tellChanged } from './device/records.ts'
import type { StoredFile } from './device/stored-file.ts'
import { findLease, highestTime, holdFor, holds, isClockSetBack, isSigned, keepLease } from './device/leases.ts'
import { removeAllOf, removeFiles } from './device/remove-files.ts'
import { readSettings } from './device/settings.ts'
import { askManifest, endAsking, fetchRequest, type Taking } from './fetch-requests.ts'
import { refreshDevice } from './on-device.ts'
import { asksFor, type DownloadRequest, includes, isOf, keepRequests, readRequests, wordOf } from './requests.ts'
import { keepTexts } from './keep-texts.ts'
import { wakeWorker } from './device/wake-worker.ts'

let running: Promise<void> | undefined
let isWanted = false
let hasLeft = false

/**
 * Brings this device and the school together, one run at a time and once more when that was wanted meanwhile: what may no longer be played goes, leases are renewed, what is
 * wanted and not here is fetched. Without a network only what is over goes.
 */
export function syncDownloads(): Promise<void> {
  isWanted = true
  running ??= syncWhileWanted().finally(() => {
    running = undefined
  })
  return running
}

/** Resolves once nothing of this page's writes down any more whose downloads these are: the person is leaving. */
export async function endSyncing(): Promise<void> {
  hasLeft = true
  endAsking()
  await running?.catch(() => {})
}

async function syncWhileWanted(): Promise<void> {
  while (isWanted && !hasLeft) {
    isWanted = false
    await sync()
  }
}

async function sync(): Promise<void> {
  const { userId, token } = settings
  if (userId === null || token === null) return
  await holdFor(userId, token, () => settings.token === token)
  if (settings.token !== token) return
  await removeWhatIsOver(userId)
  if (!isOffline()) await renew(userId).catch(reportUnless(() => hasLeft || isOffline()))
  await refreshDevice()
  tellChanged()
  if ((await filesOf(userId)).length > 0) wakeWorker('check')
}

const reportUnless = (isExpected: () => boolean) => (error: unknown) => {
  if (!isExpected()) console.warn('Downloads could not be brought up to date', error)
}

/** Removes what no lease holds for any more; everything where the clock was set back. */
async function removeWhatIsOver(userId: number): Promise<void> {
  const now = Date.now()
  const files = await filesOf(userId)
  if (files.length === 0) return void (await highestTime(now))
  if (await isClockSetBack(now)) return removeFiles(files)
  for (const streamId of new Set(files.map(file => file.streamId))) {
    const lease = await findLease(userId, streamId)
    if (lease && !(await holds(lease, now))) await removeFiles(files.filter(file => file.streamId === streamId))
  }
}

async function renew(userId: number): Promise<void> {
  await renewLeases(userId)
  await addAutomatic(userId)
  for (const wanted of readRequests(userId)) await fetchOrDrop(userId, wanted)
  await renewLeases(userId)
}

/** Asks for each stream that something of is here until when it may be played. */
export async function renewLeases(userId: number): Promise<void> {
  const files = await filesOf(userId)
  for (const streamId of new Set(files.map(file => file.streamId)))
    await renewLease(
      userId,
      streamId,
      files.filter(file => file.streamId === streamId),
    )
}

/** What somebody had and nothing is here of has been removed by the browser: it is offered again, not fetched unasked. */
async function takingOf(userId: number, wanted: DownloadRequest): Promise<Taking> {
  if (wanted.isAutomatic || !wanted.wasHere) return 'byItself'
  return (await filesOf(userId)).some(file => asksFor(wanted, file)) ? 'byItself' : 'gone'
}

/** Access that has ended, or a school that keeps its lessons on line: what was wanted of it is not wanted any more. */
const isOver = (error: unknown) =>
  error instanceof RequestError && (error.status === 404 || error.code === 'downloads_off')

async function fetchOrDrop(userId: number, wanted: DownloadRequest): Promise<void> {
  try {
    const manifest = await fetchRequest(userId, wanted, await takingOf(userId, wanted))
    await keepTexts(wanted.streamId, manifest.course_id)
  } catch (error) {
    if (!isOver(error)) throw error
    keepRequests(
      userId,
      readRequests(userId).filter(({ streamId }) => streamId !== wanted.streamId),
    )
    await removeFiles((await filesOf(userId)).filter(({ streamId }) => streamId === wanted.streamId))
  }
}

/** Asks until when a stream's files may be played; those that it does not name are removed. */
async function renewLease(userId: number, id: number, files: readonly StoredFile[]): Promise<void> {
  const ids = [...new Set(files.map(file => file.id))]
  let lease: LeaseWire
  try {
    lease = (
      await request('POST /user-course-streams/:id/downloads/lease', { params: { id }, body: { file_ids: ids } })
    ).data
  } catch (error) {
    if (isOver(error)) return removeFiles(files)
    throw error
  }
  if (lease.user_id !== userId || !(await isSigned(lease))) return
  await keepLease(lease, Date.now())
  await removeFiles(files.filter(file => !lease.files.includes(file.id)))
}

/** Wants the next days of the streams that are open, where they are to come by themselves; those that are over go again. */
async function addAutomatic(userId: number): Promise<void> {
  const { automaticDays, quality } = await readSettings(userId)
  const isOn = automaticDays > 0 && !savesData()
  const coming = isOn ? await comingDays(automaticDays, quality) : []
  const before = readRequests(userId)
  const pressed = before.filter(one => !one.isAutomatic)
  const next = coming.filter(wanted => !pressed.some(one => includes(one, wanted)))
  const now = [...pressed, ...next.map(one => ({ ...before.find(other => wordOf(other) === wordOf(one)), ...one }))]
  keepRequests(userId, now)
  if (!isOn) return
  const files = await filesOf(userId)
  await removeFiles(files.filter(file => file.isAutomatic && !now.some(one => isOf(file, one))))
}

async function comingDays(count: number, quality: Quality): Promise<DownloadRequest[]> {
  const coming: DownloadRequest[] = []
  for (const streamId of await openStreams()) {
    const manifest = await askManifest({ streamId }).catch(whereOver)
    for (const { id: dayId } of nextDays(manifest?.days ?? [], count))
      coming.push({ streamId, dayId, quality, isAutomatic: true })
  }
  return coming
}

function whereOver(error: unknown): ManifestWire | undefined {
  if (!isOver(error)) throw error
  return undefined
}

async function openStreams(): Promise<number[]> {
  const read = { name: 'GET /user-course-streams', input: { expand: ['progress', 'freeze'] } } as const
  const streams = (await load(queryClient, read)) as { id: number; status: string }[]
  return streams.filter(({ status }) => status === 'open').map(({ id }) => id)
}

/** Removes everything of the person's from this device, and what they wanted to have on it. */
export async function forgetDownloads(userId: number): Promise<void> {
  keepRequests(userId, [])
  await removeAllOf(userId)
  await refreshDevice()
}

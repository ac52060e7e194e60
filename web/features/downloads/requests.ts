import type { Quality } from '#shared/features/downloads/rules.ts'
import type { StoredFile } from './device/stored-file.ts'

/** A course, a day or a lesson of a stream. */
export type Target = { streamId: number; dayId?: number; lessonId?: number }

/** What somebody wants to have on this device. */
export type DownloadRequest = Target & {
  quality: Quality
  isAutomatic?: true
  /** Something of it has been on this device, or on its way there. */
  wasHere?: true
  /** The school has not named all of it yet: it still measures files. */
  isOpen?: boolean
  /** What was taken off this device of it by itself, and is not wanted: media items, days, lessons. */
  without?: readonly number[]
  withoutDays?: readonly number[]
  withoutLessons?: readonly number[]
}

/** Names a target: 'stream 5 day 7'. */
export function wordOf({ streamId, dayId, lessonId }: Target): string {
  if (lessonId !== undefined) return `stream ${streamId} lesson ${lessonId}`
  return dayId === undefined ? `stream ${streamId}` : `stream ${streamId} day ${dayId}`
}

/** Whether a request asks for a file. */
export const asksFor = (request: DownloadRequest, file: Pick<StoredFile, 'id' | 'streamId' | 'dayIds' | 'lessonIds'>) =>
  isOf(file, request) && !isLeftOut(request, file)

/** Whether an item was taken off by itself, or stands only in days that were, or only in lessons that were. */
function isLeftOut(
  { without, withoutDays, withoutLessons }: DownloadRequest,
  { id, dayIds, lessonIds }: Pick<StoredFile, 'id' | 'dayIds' | 'lessonIds'>,
): boolean {
  const isAll = (ids: readonly number[], out: readonly number[] = []) =>
    ids.length > 0 && ids.every(one => out.includes(one))
  return isAll([id], without) || isAll(dayIds, withoutDays) || isAll(lessonIds, withoutLessons)
}

/** Whether a file belongs to a target. */
export function isOf(file: Pick<StoredFile, 'streamId' | 'dayIds' | 'lessonIds'>, target: Target): boolean {
  return (
    file.streamId === target.streamId &&
    (target.dayId === undefined || file.dayIds.includes(target.dayId)) &&
    (target.lessonId === undefined || file.lessonIds.includes(target.lessonId))
  )
}

/** Whether what `wide` asks for includes `narrow`; `dayIds` are the days of its lesson. */
export function includes(wide: Target, narrow: Target, dayIds: readonly number[] = []): boolean {
  if (wide.streamId !== narrow.streamId) return false
  if (wide.lessonId !== undefined) return wide.lessonId === narrow.lessonId
  if (wide.dayId === undefined) return true
  return wide.dayId === narrow.dayId || (narrow.lessonId !== undefined && dayIds.includes(wide.dayId))
}

/** Whether nothing of what a request asks for was taken off by itself. */
export const isWhole = ({ without, withoutDays, withoutLessons }: DownloadRequest) =>
  !without && !withoutDays && !withoutLessons

/**
 * What remains of the requests once a target is no longer wanted: a wider one goes on without it, and goes itself where nothing else of
 * it is left, unless it came by itself or more of it is named later.
 */
export function withoutTarget(
  requests: readonly DownloadRequest[],
  target: Target,
  files: readonly StoredFile[],
): DownloadRequest[] {
  const own = files.filter(file => isOf(file, target))
  const ownDays = own.flatMap(({ dayIds }) => dayIds)
  return requests.flatMap((request): DownloadRequest[] => {
    const asked = files.filter(file => isOf(file, request))
    const days = asked.flatMap(({ dayIds }) => dayIds)
    if (includes(target, request, days)) return []
    if (!includes(request, target, ownDays)) return [request]
    if (target.lessonId === undefined)
      return narrowed(request, { withoutDays: added(request.withoutDays, [target.dayId ?? 0]) }, files)
    const withoutLessons = added(request.withoutLessons, [target.lessonId])
    const isLeft = (file: StoredFile) => asksFor({ ...request, withoutLessons }, file)
    const isInOther = (file: StoredFile) =>
      asked.some(
        one => one !== file && one.lessonIds.some(id => file.lessonIds.includes(id) && !withoutLessons.includes(id)),
      )
    // What else it is in are lessons of other days.
    const strays = request.dayId === undefined ? [] : own.filter(file => isLeft(file) && !isInOther(file))
    const ids = strays.map(({ id }) => id)
    return narrowed(request, { withoutLessons, ...(ids.length > 0 && { without: added(request.without, ids) }) }, files)
  })
}

/**
 * What remains of the requests once items of a stream are taken off the device by themselves; `rest` are the files that stay. What
 * else a request asks for stays wanted; one of which nothing is left goes, unless it came by itself or more of it is named later.
 */
export function withoutItems(
  requests: readonly DownloadRequest[],
  items: readonly StoredFile[],
  rest: readonly StoredFile[],
): DownloadRequest[] {
  return requests.flatMap((request): DownloadRequest[] => {
    const own = items.filter(file => isOf(file, request)).map(({ id }) => id)
    return own.length === 0 ? [request] : narrowed(request, { without: added(request.without, own) }, rest)
  })
}

const added = (ids: readonly number[] = [], more: readonly number[]) => [...new Set([...ids, ...more])]

type LeftOut = Pick<DownloadRequest, 'without' | 'withoutDays' | 'withoutLessons'>

/** A request without what is left out, if any of the files is still asked for, or it came by itself or more of it is named later. */
function narrowed(request: DownloadRequest, leftOut: LeftOut, files: readonly StoredFile[]): DownloadRequest[] {
  const narrower = { ...request, ...leftOut }
  if (files.some(file => asksFor(narrower, file))) return [narrower]
  if (!request.isAutomatic && !request.isOpen) return []
  // Nobody has removed what is not here yet.
  const { wasHere: _, ...unseen } = narrower
  return [unseen]
}

/** A place of the browser that outlives the files: by it what the browser has removed is noticed. It stays when a session ends. */
const placeOf = (userId: number) => `downloads ${userId}`

const isRequest = (value: unknown): value is DownloadRequest =>
  typeof value === 'object' && value !== null && 'streamId' in value && 'quality' in value

/** What a person wants to have on this device. */
export function readRequests(userId: number): DownloadRequest[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRequest) : []
  } catch {
    return []
  }
}

export function keepRequests(userId: number, requests: readonly DownloadRequest[]): void {
  if (requests.length === 0) localStorage.removeItem(placeOf(userId))
  else localStorage.setItem(placeOf(userId), JSON.stringify(requests))
}

/** Adds a request; the same one in another quality takes its place. */
export function addRequest(userId: number, request: DownloadRequest): void {
  const others = readRequests(userId).filter(one => wordOf(one) !== wordOf(request))
  keepRequests(userId, [...others, request])
}

/** The request for a target as it is by now; undefined once it has been taken back. */
export const requestNow = (userId: number, target: Target): DownloadRequest | undefined =>
  readRequests(userId).find(one => wordOf(one) === wordOf(target))

/** Takes the request for a target back. */
export function dropRequest(userId: number, target: Target): void {
  keepRequests(
    userId,
    readRequests(userId).filter(one => wordOf(one) !== wordOf(target)),
  )
}

/** Notes of a request that something of it is on this device, or whether the school has yet to name more of it. */
export function noteRequest(
  userId: number,
  target: Target,
  noted: Partial<Pick<DownloadRequest, 'wasHere' | 'isOpen'>>,
): void {
  const all = readRequests(userId)
  keepRequests(
    userId,
    all.map(one => (wordOf(one) === wordOf(target) ? { ...one, ...noted } : one)),
  )
}

import type { DownloadFileWire, DownloadItemWire, ManifestWire } from '#shared/features/downloads/contract.ts'
import { chosenFiles } from '#shared/features/downloads/rules.ts'
import { pathFor } from './device/private-files.ts'
import { fileKey } from './device/records.ts'
import type { StoredFile } from './device/stored-file.ts'
import { asksFor, type DownloadRequest, wordOf } from './requests.ts'

type Facts = { userId: number; manifest: ManifestWire; request: DownloadRequest; now: number; isLate?: boolean }

/** The items of a manifest that a request asks for. */
export function itemsOf(manifest: ManifestWire, request: DownloadRequest): DownloadItemWire[] {
  const { streamId } = request
  return manifest.items.filter(({ id, day_ids: dayIds, lesson_ids: lessonIds }) =>
    asksFor(request, { id, streamId, dayIds, lessonIds }),
  )
}

type Named = Pick<DownloadFileWire, 'url' | 'purpose' | 'bytes' | 'hashes'>

/** What stands for an item that there is no file of: nothing lies at its address. */
const lost = ({ id }: DownloadItemWire): Named => ({ url: `/missing/${id}`, purpose: 'beside', bytes: 0, hashes: [] })

/**
 * The records of what a request asks for, as far as the school has measured it, in the order of the course. What it does not find has
 * failed; so has, where `isLate`, what it still measures.
 */
export function filesOfRequest({ userId, manifest, request, now, isLate = false }: Facts): StoredFile[] {
  const files = itemsOf(manifest, request).flatMap((item, place) => {
    const isUnfound = item.state === 'missing' || (isLate && item.state === 'preparing')
    // A lesson is whole without its picture.
    const isLost = isUnfound && item.kind !== 'image'
    const named = isLost ? [lost(item)] : chosenFiles(item, request.quality)
    return named.map(
      (file): StoredFile => ({
        key: fileKey(userId, file.url),
        userId,
        id: item.id,
        url: file.url,
        localUrl: file.url,
        path: pathFor({ userId, id: item.id, courseId: manifest.course_id, url: file.url }),
        status: isLost ? 'fail' : 'pending',
        ...(isLost && { failure: 'missing' }),
        ...whereFrom(manifest, item, request),
        purpose: file.purpose,
        bytes: file.bytes,
        hashes: file.hashes,
        done: 0,
        damaged: [],
        isPaused: false,
        addedAt: now + place,
        checkedAt: now,
      }),
    )
  })
  return [...new Map(files.map(file => [file.key, file])).values()]
}

const whereFrom = (manifest: ManifestWire, item: DownloadItemWire, request: DownloadRequest) => ({
  request: wordOf(request),
  streamId: manifest.stream_id,
  courseTitle: manifest.course_title,
  title: item.title,
  kind: item.kind,
  dayIds: item.day_ids,
  lessonIds: item.lesson_ids,
  isAutomatic: request.isAutomatic ?? false,
})

import type { DownloadItemWire, ManifestWire } from '#shared/features/downloads/contract.ts'
import { chosenFiles } from '#shared/features/downloads/rules.ts'
import { pathFor } from './device/private-files.ts'
import { fileKey, type StoredFile } from './device/records.ts'
import { type DownloadRequest, wordOf } from './requests.ts'

type Facts = { userId: number; manifest: ManifestWire; request: DownloadRequest; now: number }

/** The items of a manifest that a request asks for. */
export function itemsOf(manifest: ManifestWire, { dayId, lessonId, without }: DownloadRequest): DownloadItemWire[] {
  return manifest.items.filter(
    ({ id, day_ids, lesson_ids }) =>
      !without?.includes(id) &&
      (dayId === undefined || day_ids.includes(dayId)) &&
      (lessonId === undefined || lesson_ids.includes(lessonId)),
  )
}

/** The records of what a request asks for, as far as the school has measured it, in the order of the course. */
export function filesOfRequest({ userId, manifest, request, now }: Facts): StoredFile[] {
  const files = itemsOf(manifest, request).flatMap((item, place) =>
    chosenFiles(item, request.quality).map(
      (file): StoredFile => ({
        key: fileKey(userId, file.url),
        userId,
        id: item.id,
        url: file.url,
        localUrl: file.url,
        path: pathFor({ userId, id: item.id, courseId: manifest.course_id, url: file.url }),
        status: 'pending',
        request: wordOf(request),
        streamId: manifest.stream_id,
        courseTitle: manifest.course_title,
        title: item.title,
        kind: item.kind,
        purpose: file.purpose,
        dayIds: item.day_ids,
        lessonIds: item.lesson_ids,
        bytes: file.bytes,
        hashes: file.hashes,
        done: 0,
        damaged: [],
        isPaused: false,
        isAutomatic: request.isAutomatic ?? false,
        addedAt: now + place,
        checkedAt: now,
      }),
    ),
  )
  return [...new Map(files.map(file => [file.key, file])).values()]
}

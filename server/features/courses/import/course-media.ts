import { basename, join } from 'node:path'
import { type Adding, addMedia, MediaError, type MediaSource } from '#server/features/media/add-media.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import type { CourseFile, CoursePicture, CourseVideo } from '#shared/features/courses/course-format.ts'
import { nativeLanguageName } from '#shared/features/media/forms.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import type { MediaIds } from './course-content.ts'

type Item = CourseVideo | CoursePicture | { file: string }

type CourseMedia = {
  ids: MediaIds
  /** Where the store has each file of the course's folder (`key/path`), by its path in the folder. */
  files: Record<string, string>
  /** By the same paths. */
  hashes: Record<string, string>
  problems: Problem[]
}

/** Stores every file that a course names; missing or unfit files are answered as problems in the course's places. */
export async function addCourseMedia(
  db: Db,
  store: FileStore,
  course: CourseFile,
  folder: string,
  adding: Adding,
): Promise<CourseMedia> {
  const ids = new Map<string, number>()
  const files: Record<string, string> = {}
  const hashes: Record<string, string> = {}
  const problems: Problem[] = []
  for (const { item, place } of itemsOf(course)) {
    if (ids.has(nameOf(item))) continue
    try {
      const { id, key, parts } = await addMedia(db, store, sourceOf(item, folder), adding)
      ids.set(nameOf(item), id)
      for (const { file, path, hash } of parts) {
        const own = file.slice(folder.length + 1).replaceAll('\\', '/')
        files[own] = `${key}/${path}`
        hashes[own] = hash
      }
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      const path = error.file.slice(folder.length + 1)
      problems.push({ place: [place, ...stepsTo(item, path)].join('.'), reason: `${path} ${error.message}` })
    }
  }
  return { ids: { of: item => (item === null ? null : (ids.get(nameOf(item)) ?? null)) }, files, hashes, problems }
}

/** How many different items a course names. */
export const mediaCount = (course: CourseFile) => new Set(itemsOf(course).map(({ item }) => nameOf(item))).size

function nameOf(item: Item): string {
  return JSON.stringify(item)
}

function itemsOf(course: CourseFile): { item: Item; place: string }[] {
  const slots: [place: string, item: Item | null][] = [
    ['image', course.image],
    ['background', course.background],
    ['demoVideo', course.demoVideo],
    ...course.lessons.flatMap(({ image, videos }, index): [string, Item | null][] => [
      [`lessons[${index}].image`, image],
      ...Object.entries(videos).map(([slot, video]): [string, Item | null] => [
        `lessons[${index}].videos.${slot}`,
        video,
      ]),
    ]),
    ...course.documents.map(({ file }, index): [string, Item | null] => [
      `documents[${index}]`,
      file === null ? null : { file },
    ]),
  ]
  return slots.flatMap(([place, item]) => (item === null ? [] : [{ item, place }]))
}

/** The members of an item down to the one that names a file; none when a playlist names it. */
function stepsTo(item: object, path: string): string[] {
  for (const [name, value] of Object.entries(item)) {
    if (value === path) return [name]
    const inner = typeof value === 'object' && value !== null ? stepsTo(value, path) : []
    if (inner.length) return [name, ...inner]
  }
  return []
}

function sourceOf(item: Item, folder: string): MediaSource {
  const at = (path: string) => join(folder, path)
  if ('file' in item) return { kind: 'document', name: basename(item.file), file: at(item.file) }
  if ('large' in item) {
    const { large, medium, small } = item
    const smaller = {
      medium: medium === large ? undefined : at(medium),
      small: small === medium ? undefined : at(small),
    }
    return { kind: 'image', name: basename(large), large: at(large), ...smaller }
  }
  const { mp4, hls, poster, duration, subtitles } = item
  return {
    kind: 'video',
    name: basename(mp4 ?? hls ?? ''),
    mp4: mp4 === null ? undefined : at(mp4),
    hls: hls === null ? undefined : at(hls),
    poster: poster === null ? undefined : at(poster),
    subtitles: Object.entries(subtitles).map(([language, file]) => ({
      language,
      name: nativeLanguageName(language),
      file: at(file),
    })),
    figures: duration === null ? undefined : { durationMs: Math.round(duration * 1000), width: null, height: null },
  }
}

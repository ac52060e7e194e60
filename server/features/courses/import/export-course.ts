import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { printInto } from '#shared/features/courses/print-into.ts'
import { type CourseSource, findPublishedVersion } from '../publish/version-queries.ts'
import type { CourseContent } from '../publish/write-course.ts'
import { listCourseMedia } from './import-queries.ts'
import { nameMedia, writtenCourse } from './written-course.ts'

/**
 * Writes a course and its files to `folder`: as they were imported, or, when it has been written in the studio since, with
 * what is published now in the place of what the file said. Answers the course file's path, undefined for an unknown course.
 */
export async function exportCourse(
  db: Db,
  store: FileStore,
  { brandId, key, folder }: { brandId: string; key: string; folder: string },
): Promise<string | undefined> {
  const written = await writtenFiles(db, { brandId, key })
  if (!written) return undefined
  const { yaml, files } = written
  for (const [path, stored] of Object.entries(files)) {
    const [storeKey = '', ...rest] = stored.split('/')
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true })
    await store.copyTo(storeKey, rest.join('/'), to)
  }
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'course.yaml')
  await writeFile(file, yaml)
  return file
}

/** The text of a course file, and where the store has each file that it names. */
export type WrittenFiles = Pick<CourseSource, 'yaml' | 'files'>

/** What is published of a course, as its file says it; undefined for an unknown course. */
export async function writtenFiles(
  db: Db,
  { brandId, key }: { brandId: string; key: string },
): Promise<WrittenFiles | undefined> {
  const found = await findPublishedVersion(db, brandId, key)
  return found && (found.source.isOutdated ? writtenNow(db, found.content, found.source) : found.source)
}

async function writtenNow(db: Db, content: CourseContent, { yaml, files }: CourseSource): Promise<CourseSource> {
  const { course, lessons, documents } = content
  const ids = [
    course.imageId,
    course.backgroundId,
    course.demoVideoId,
    ...documents.map(({ mediaId }) => mediaId),
    ...lessons.flatMap(one => [
      one.imageId,
      one.videoId,
      one.descriptionVideoId,
      one.verticalVideoId,
      one.verticalDescriptionVideoId,
    ]),
  ].filter(id => id !== null)
  const media = nameMedia(await listCourseMedia(db, ids), files)
  return { yaml: printInto(yaml, writtenCourse(content, media.names)), files: media.files }
}

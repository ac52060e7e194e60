import { mkdir, mkdtemp, rename, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { makePictures } from '#server/features/media/convert/make-pictures.ts'
import { FileFailure, kindOfFile } from '#server/features/media/upload/file-kind.ts'
import type { CourseFile, CoursePicture } from '#shared/features/courses/course-format.ts'
import type { ReportLine } from '#shared/features/courses/report-texts.ts'
import type { Opened } from './open-archive.ts'

type Asked = { userId: number | null; signal?: AbortSignal | undefined }

/**
 * Makes the pictures of an archive of another format as those of uploads are made: in three sizes, without metadata, by a process that
 * may die of them. One that cannot be decoded is left out and reported. A course in our own format keeps its files.
 */
export async function withRemadePictures(opened: Opened, asked: Asked): Promise<Opened> {
  if (opened.yaml !== undefined) return opened
  const { course, files } = opened
  const remade = new Map<string, CoursePicture | null>()
  for (const { image } of course.lessons) {
    if (image === null || remade.has(image.large)) continue
    asked.signal?.throwIfAborted()
    remade.set(image.large, await remakePicture(files, image.large, asked))
  }
  const report = [...remade].flatMap(([name, picture]): ReportLine[] =>
    picture ? [] : [{ title: basename(name), kind: 'file', outcome: 'skipped', why: [{ code: 'file_unfit' }] }],
  )
  const lessons = course.lessons.map(lesson => ({
    ...lesson,
    image: lesson.image && (remade.get(lesson.image.large) ?? null),
  })) satisfies CourseFile['lessons']
  return { ...opened, course: { ...course, lessons }, report: [...opened.report, ...report] }
}

/** The places of its sizes in the folder; null where the file is no picture that can be decoded. */
async function remakePicture(files: string, name: string, { userId }: Asked): Promise<CoursePicture | null> {
  const path = join(files, name)
  const kind = await kindOfFile(path)
  if (kind?.kind !== 'picture') return null
  await mkdir(join(files, 'remade'), { recursive: true })
  const folder = await mkdtemp(join(files, 'remade', 'picture-'))
  try {
    await makePictures({ bytes: (await stat(path)).size, ownerId: userId }, path, kind.format, folder)
  } catch (error) {
    if (error instanceof FileFailure) return null
    throw error
  }
  // The library shows it under its own name.
  const named = join(folder, 'named', basename(name))
  await mkdir(join(folder, 'named'))
  await rename(join(folder, 'large.webp'), named)
  const place = (made: string) => relative(files, made).replaceAll('\\', '/')
  return { large: place(named), medium: place(join(folder, 'medium.webp')), small: place(join(folder, 'small.webp')) }
}

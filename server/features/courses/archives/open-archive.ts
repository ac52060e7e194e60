import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkCourse } from '#shared/features/courses/check-course.ts'
import type { CourseFile } from '#shared/features/courses/course-format.ts'
import type { ReportLine } from '#shared/features/courses/report-texts.ts'
import { ArchiveError } from './archive-error.ts'
import { manifestName, readCartridge } from './cartridge/cartridge.ts'
import { fitOutline } from './fit-outline.ts'
import { olxRoot, readOlx } from './olx/olx.ts'
import { type Outline, writtenOutline } from './outline.ts'
import { ownCourseIn, readCourseText, readOwnCourse } from './own-course.ts'
import { type Unpacked, unpack } from './unpack.ts'

/** Whether a file is an archive, by its name. */
export const isArchive = (file: string) => /\.(imscc|zip|tar\.gz|tgz)$/i.test(file)

/** What to read: a file, its name for people, and the language that its texts are in, which other formats do not say. */
export type ArchiveFile = { archive: string; name: string; language: string }

/** A course that was read: its files lie in `files` as it names them, and the report has a line for each item; `yaml` is its text where it is in our own format. */
export type Opened = { course: CourseFile; yaml: string | undefined; report: ReportLine[]; files: string }

type Read = (files: Unpacked, folder: string, name: string) => Promise<{ outline: Outline; report: ReportLine[] }>

/** Who reads which archives of other formats, by the files that they have. */
const formats: [isIts: (files: Unpacked) => boolean, read: Read][] = [
  [files => files.has(manifestName), readCartridge],
  [files => olxRoot(files) !== undefined, readOlx],
]

/** Reads a course into `folder`, which is empty and the caller's to remove. Throws an ArchiveError. */
export async function openArchive({ archive, name, language }: ArchiveFile, folder: string): Promise<Opened> {
  const laidOut = join(folder, 'course')
  await mkdir(laidOut, { recursive: true, mode: 0o700 })
  if (!isArchive(name) && /\.(ya?ml|json)$/i.test(name))
    return { ...(await readCourseText(archive, name)), files: laidOut }
  const unpacked = join(folder, 'files')
  const files = await unpack(archive, unpacked, name)
  const read = formats.find(([isIts]) => isIts(files))?.[1]
  if (!read && ownCourseIn(files) !== undefined) return { ...(await readOwnCourse(files, laidOut)), files: laidOut }
  if (!read) throw new ArchiveError('not_a_course', name)
  const { outline, report } = await read(files, unpacked, name)
  const fitting = fitOutline(outline)
  const checked = checkCourse(writtenOutline(fitting.outline, 'course', language))
  if ('problems' in checked)
    throw new ArchiveError('bad_course', name, {
      of: checked.problems.map(({ place, reason }) => `${place} ${reason}`)[0] ?? '',
    })
  return { course: checked.course, yaml: undefined, report: [...report, ...fitting.report], files: unpacked }
}

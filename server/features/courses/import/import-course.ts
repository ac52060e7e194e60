import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { ConfigurationError } from '#server/platform/configuration-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { type CourseProblem, parseCourseFile, printCourseFile } from '#shared/features/courses/course-file.ts'
import type { CourseFile } from '#shared/features/courses/course-format.ts'
import { courseContent } from './course-content.ts'
import { addCourseMedia } from './course-media.ts'
import { findImportedCourse, lockCourseKey, waitForFiles } from './import-queries.ts'
import { writeCourse } from './write-course.ts'

/** A course file that cannot be imported: each place with its reason. */
export class CourseFileError extends ConfigurationError {
  override name = 'CourseFileError'
  readonly problems: CourseProblem[]
  constructor(problems: CourseProblem[]) {
    super(problems.map(textOf).join('\n'))
    this.problems = problems
  }
}

function textOf({ file, line, place, reason }: CourseProblem): string {
  const where = line === undefined ? file : `${file}:${line}`
  return `${where}: ${place === '' ? '' : `${place} `}${reason}`
}

/** The `source` column, from which the course is exported. */
export type CourseSource = { yaml: string; files: Record<string, string> }

export type Imported = {
  id: number
  version: number
  change: 'created' | 'updated' | 'unchanged'
  course: CourseFile
}

/**
 * Imports a course file with the files beside it, all or nothing. The same content changes nothing; changed content makes the
 * course's next version, in which parts with the same key keep their id. `also` runs in the same transaction.
 */
export async function importCourse(
  database: Database,
  store: FileStore,
  { file, brandId }: { file: string; brandId: string },
  also: (tx: Db, imported: Imported) => Promise<void> = async () => undefined,
): Promise<Imported> {
  const path = resolve(file)
  const text = await readFile(path, 'utf8').catch((error: Error) => refuse(file, `cannot be read: ${error.message}`))
  const parsed = parseCourseFile(text, basename(path))
  if ('problems' in parsed) throw new CourseFileError(parsed.problems.map(problem => ({ ...problem, file })))
  const unstorable = unstorablePlace(parsed.course, '')
  if (unstorable !== undefined)
    refuse(file, 'has a NUL or half of a character, which PostgreSQL cannot store', unstorable)
  const newKeys: string[] = []
  try {
    return await database.inTransaction(async tx => {
      await waitForFiles(tx)
      const imported = await writeParsed(tx, store, { course: parsed.course, path, file, brandId }, newKeys)
      await also(tx, imported)
      return imported
    })
  } catch (error) {
    for (const key of newKeys) await store.remove(key)
    throw error
  }
}

function refuse(file: string, reason: string, place = ''): never {
  throw new CourseFileError([{ file, place, reason }])
}

/** The place of the first text that `jsonb` cannot store. */
function unstorablePlace(value: unknown, place: string): string | undefined {
  if (typeof value === 'string') return /\0|\p{Surrogate}/u.test(value) ? place : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? `${place}[${name}]` : place ? `${place}.${name}` : name
    const found = unstorablePlace(member, step)
    if (found !== undefined) return found
  }
  return undefined
}

async function writeParsed(
  tx: Db,
  store: FileStore,
  { course, path, file, brandId }: { course: CourseFile; path: string; file: string; brandId: string },
  newKeys: string[],
): Promise<Imported> {
  await lockCourseKey(tx, brandId, course.key)
  const media = await addCourseMedia(tx, store, course, dirname(path), key => newKeys.push(key))
  if (media.problems.length) throw new CourseFileError(media.problems.map(problem => ({ file, ...problem })))
  const contentHash = hashOf([course, media.hashes])
  const known = await findImportedCourse(tx, brandId, course.key)
  if (known?.contentHash === contentHash) return { ...known, change: 'unchanged', course }
  const source: CourseSource = { yaml: printCourseFile(course), files: media.files }
  const written = await writeCourse(tx, courseContent(course, media.ids, { brandId, contentHash, source }))
  return { ...written, change: known ? 'updated' : 'created', course }
}

/** A hash that does not depend on the order of members. */
function hashOf(value: unknown): string {
  const sorted = JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
  return createHash('sha256').update(sorted).digest('hex')
}

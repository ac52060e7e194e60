import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { ConfigurationError } from '#server/platform/configuration-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import {
  type CheckedFile,
  type CourseProblem,
  type OpenCourseFile,
  openCourseFile,
  parseCourseFile,
} from '#shared/features/courses/course-file.ts'
import type { CourseFile } from '#shared/features/courses/course-format.ts'
import { importEffects, type PartEffect } from '#shared/features/courses/import-effects.ts'
import type { KnownPart } from '#shared/features/courses/part-keys.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { listKnownParts } from './archive-parts.ts'
import { courseContent } from './course-content.ts'
import { addCourseMedia } from './course-media.ts'
import {
  type CourseSource,
  findImportedCourse,
  lockCourseKey,
  setCourseSource,
  waitForFiles,
} from './import-queries.ts'
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

/** `isConverting`: films are converted as uploads are, which takes as long as they are. */
export type CourseRequest = { file: string; brandId: string; isConverting?: boolean }

export type Imported = {
  id: number
  version: number
  change: 'created' | 'updated' | 'unchanged'
  course: CourseFile
  /** What became of each part; none of an unchanged course. */
  effects: PartEffect[]
  /** Refuses the file for problems in the course's places. */
  refuse(problems: Problem[]): never
}

/**
 * Imports a course file with the files beside it, all or nothing. The same content changes nothing; changed content makes the
 * course's next version, in which parts with the same key keep their id, and no learner's record is lost. `also` runs in the
 * same transaction.
 */
export async function importCourse(
  database: Database,
  store: FileStore,
  { file, brandId, isConverting = false }: CourseRequest,
  also: (tx: Db, imported: Imported) => Promise<void> = async () => undefined,
): Promise<Imported> {
  const path = resolve(file)
  const text = await readFile(path, 'utf8').catch((error: Error) => refuse(file, `cannot be read: ${error.message}`))
  const opened = openCourseFile(text, basename(path))
  if ('problems' in opened) throw new CourseFileError(opened.problems.map(problem => ({ ...problem, file })))
  const newKeys: string[] = []
  try {
    return await database.inTransaction(async tx => {
      await waitForFiles(tx)
      const imported = await writeOpened(tx, store, { opened, path, file, brandId, isConverting }, newKeys)
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

async function writeOpened(
  tx: Db,
  store: FileStore,
  { opened, path, file, brandId, isConverting }: Required<CourseRequest> & { opened: OpenCourseFile; path: string },
  newKeys: string[],
): Promise<Imported> {
  await lockCourseKey(tx, brandId, opened.key)
  const known = await findImportedCourse(tx, brandId, opened.key)
  const parts = known ? await listKnownParts(tx, known.id) : []
  const read = checked(opened, parts, file)
  const { course } = read
  const refuse: Imported['refuse'] = problems => {
    throw new CourseFileError(read.locate(problems).map(problem => ({ ...problem, file })))
  }
  const adding = { onNewKey: (key: string) => void newKeys.push(key), isConverting }
  const media = await addCourseMedia(tx, store, course, dirname(path), adding)
  if (media.problems.length) refuse(media.problems)
  const contentHash = hashOf([course, media.hashes])
  const source: CourseSource = { yaml: read.print(), files: media.files }
  if (known?.contentHash === contentHash) {
    if (known.source.yaml !== source.yaml) await setCourseSource(tx, known.id, JSON.stringify(source))
    return { id: known.id, version: known.version, change: 'unchanged', course, effects: [], refuse }
  }
  const written = await writeCourse(tx, courseContent(course, media.ids, { brandId, contentHash, source }))
  const before = { file: known && writtenBefore(known.source), parts }
  const after = { file: { course, files: media.files }, parts: await listKnownParts(tx, written.id) }
  return { ...written, change: known ? 'updated' : 'created', course, effects: importEffects(before, after), refuse }
}

function checked(opened: OpenCourseFile, parts: readonly KnownPart[], file: string): CheckedFile {
  const read = opened.check(parts)
  if ('problems' in read) throw new CourseFileError(read.problems.map(problem => ({ ...problem, file })))
  const unstorable = unstorablePlace(read.course, '') ?? unstorablePlace(read.print(), '')
  if (unstorable === undefined) return read
  const reason = 'has a NUL or half of a character, which PostgreSQL cannot store'
  throw new CourseFileError(read.locate([{ place: unstorable, reason }]).map(problem => ({ ...problem, file })))
}

/** The course file of the version before; undefined when it cannot be read today. */
function writtenBefore({ yaml, files }: CourseSource) {
  const read = parseCourseFile(yaml, 'course.yaml')
  return 'course' in read ? { course: read.course, files } : undefined
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

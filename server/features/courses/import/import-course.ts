import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { ConfigurationError } from '#server/platform/configuration-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import type { VersionEffects } from '#shared/features/courses/authoring-calls.ts'
import {
  type CheckedFile,
  type CourseProblem,
  type OpenCourseFile,
  openCourseFile,
} from '#shared/features/courses/course-file.ts'
import type { CourseFile } from '#shared/features/courses/course-format.ts'
import type { KnownPart } from '#shared/features/courses/part-keys.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { listKnownParts } from '../publish/archive-parts.ts'
import { publishVersion, takeOwnAlias } from '../publish/publish-version.ts'
import { type CourseSource, findPublishedCourse, lockCourseKey, setVersionSource } from '../publish/version-queries.ts'
import { courseContent } from './course-content.ts'
import { addCourseMedia } from './course-media.ts'
import { waitForFiles } from './import-queries.ts'

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

export type CourseRequest = {
  file: string
  brandId: string
  /** Films are converted as uploads are, which takes as long as they are. */
  isConverting?: boolean
  /** The share of days that learners have finished may fall; refused otherwise. */
  mayLowerProgress?: boolean
}

export type Imported = {
  id: number
  version: number
  change: 'created' | 'updated' | 'unchanged'
  course: CourseFile
  /** What it did to parts and learners; null of an unchanged course. */
  effects: VersionEffects | null
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
  { file, brandId, isConverting = false, mayLowerProgress = false }: CourseRequest,
  also: (tx: Db, imported: Imported) => Promise<void> = async () => undefined,
): Promise<Imported> {
  const path = resolve(file)
  const text = await readFile(path, 'utf8').catch((error: Error) => refuse(file, `cannot be read: ${error.message}`))
  const opened = openCourseFile(text, basename(path))
  if ('problems' in opened) throw new CourseFileError(opened.problems.map(problem => ({ ...problem, file })))
  const request = { opened, path, file, brandId, isConverting, mayLowerProgress }
  const newKeys: string[] = []
  try {
    return await database.inTransaction(async tx => {
      await waitForFiles(tx)
      const imported = await writeOpened(tx, store, request, newKeys)
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
  { opened, path, file, brandId, ...request }: Required<CourseRequest> & { opened: OpenCourseFile; path: string },
  newKeys: string[],
): Promise<Imported> {
  await lockCourseKey(tx, brandId, opened.key)
  const known = await findPublishedCourse(tx, brandId, opened.key)
  const read = checked(opened, known ? await listKnownParts(tx, known.id) : [], file)
  const { course } = read
  const refuseAt: Imported['refuse'] = problems => {
    throw new CourseFileError(read.locate(problems).map(problem => ({ ...problem, file })))
  }
  const adding = { brandId, onNewKey: (key: string) => void newKeys.push(key), isConverting: request.isConverting }
  const media = await addCourseMedia(tx, store, course, dirname(path), adding)
  if (media.problems.length) refuseAt(media.problems)
  const contentHash = hashOf([course, media.hashes])
  const source: CourseSource = { yaml: read.print(), files: media.files }
  if (known?.contentHash === contentHash) {
    if (known.source.yaml !== source.yaml) await setVersionSource(tx, known.id, known.version, JSON.stringify(source))
    return { id: known.id, version: known.version, change: 'unchanged', course, effects: null, refuse: refuseAt }
  }
  const content = courseContent(course, media.ids, brandId)
  if (!(await takeOwnAlias(tx, content)))
    refuseAt([{ place: 'alias', reason: `is the name of another course, or was: ${course.alias ?? course.key}` }])
  const published = await publishVersion(tx, { content, contentHash, source, publishedBy: null, broughtBack: null })
  const { learners_falling: falling } = published.effects
  if (falling > 0 && !request.mayLowerProgress) refuse(file, loweredProgress(falling))
  return { ...published, change: known ? 'updated' : 'created', course, refuse: refuseAt }
}

const loweredProgress = (learners: number) =>
  `lowers the share of days finished of ${learners} ${learners === 1 ? 'learner' : 'learners'}; ` +
  'if that is meant, import it with --lower-progress'

function checked(opened: OpenCourseFile, parts: readonly KnownPart[], file: string): CheckedFile {
  const read = opened.check(parts)
  if ('problems' in read) throw new CourseFileError(read.problems.map(problem => ({ ...problem, file })))
  const unstorable = unstorablePlace(read.course, '') ?? unstorablePlace(read.print(), '')
  if (unstorable === undefined) return read
  const reason = 'has a NUL or half of a character, which PostgreSQL cannot store'
  throw new CourseFileError(read.locate([{ place: unstorable, reason }]).map(problem => ({ ...problem, file })))
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

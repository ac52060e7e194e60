import type { Database } from '#server/platform/database/database.ts'
import { CachedAnswer } from '#server/platform/http/cached-answer.ts'
import { RecentMemory } from '#server/platform/recent-memory.ts'
import { textIn, type CourseTree, listCourseTrees } from './course-tree.ts'
import { demoPart } from './demo-part.ts'

const megabyte = 1024 * 1024

/** A course at one version: the key of everything cached here. */
export type CourseVersion = { id: number; version: number }

/** A course as somebody may read it: whole, or only what belongs to its demo. */
export type ReadableCourse = CourseVersion & { isDemoOnly: boolean }

type Memories = { trees: RecentMemory<CourseTree | undefined>; answers: RecentMemory<CachedAnswer> }

const memories = new WeakMap<Database, Memories>()

function memoriesOf(database: Database): Memories {
  const known = memories.get(database)
  if (known) return known
  const made: Memories = {
    trees: new RecentMemory(48 * megabyte, tree => (tree ? JSON.stringify(tree).length * 2 : 100)),
    answers: new RecentMemory(64 * megabyte, ({ plain, gzip, brotli }) => plain.length + gzip.length + brotli.length),
  }
  memories.set(database, made)
  return made
}

/** Forgets all courses: a file that they show has changed, which is no new version of them. */
export function forgetCourses(database: Database): void {
  memories.delete(database)
}

/**
 * The trees of several courses, each once; one statement loads those not in memory, once for all who ask at the same time.
 */
export async function courseTrees(database: Database, asked: readonly CourseVersion[]): Promise<CourseTree[]> {
  if (asked.length === 0) return []
  const wanted = [...new Map(asked.map(course => [course.id, course])).values()]
  const { trees: memory } = memoriesOf(database)
  const missing = wanted.filter(course => !memory.recall(keyOf(course)))
  if (missing.length) {
    const loading = listCourseTrees(
      database,
      missing.map(course => course.id),
    )
    for (const course of missing) {
      const tree = loading.then(rows => rows.find(row => row.id === course.id)?.tree)
      memory.keep(keyOf(course), tree).catch(() => undefined)
    }
  }
  const trees = await Promise.all(wanted.flatMap(course => memory.recall(keyOf(course)) ?? []))
  return trees.filter(tree => tree !== undefined)
}

/** The titles of several courses in a language, by the courses' ids. */
export async function courseTitles(database: Database, wanted: readonly CourseVersion[], language: string) {
  const trees = await courseTrees(database, wanted)
  return new Map(trees.map(({ course }) => [course.id, textIn(course.texts, 'title', language, course.languages)]))
}

/** The trees of courses, each with no more than its reader may read. */
export async function readableTrees(database: Database, wanted: readonly ReadableCourse[]): Promise<CourseTree[]> {
  const demos = new Set(wanted.filter(({ isDemoOnly }) => isDemoOnly).map(({ id }) => id))
  const trees = await courseTrees(database, wanted)
  return trees.map(tree => (demos.has(tree.course.id) ? demoPart(tree) : tree))
}

/**
 * An answer made of courses, serialised and compressed once for each of their versions and `variant`; once more for those who
 * have only the demo.
 */
export function courseAnswer(
  database: Database,
  wanted: readonly ReadableCourse[],
  variant: readonly (string | number | undefined)[],
  build: (trees: CourseTree[]) => unknown,
): Promise<CachedAnswer> {
  const key = JSON.stringify([...variant, ...wanted.map(course => [keyOf(course), course.isDemoOnly])])
  return memoriesOf(database).answers.recallOrMake(
    key,
    async () => new CachedAnswer(build(await readableTrees(database, wanted))),
  )
}

function keyOf({ id, version }: CourseVersion) {
  return `${id}/${version}`
}

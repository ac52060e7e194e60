import type { Database } from '#server/platform/database/database.ts'
import { RecentMemory } from '#server/platform/recent-memory.ts'
import { type CourseTree, listCourseTrees } from './course-tree.ts'

const megabyte = 1024 * 1024

/** A course at one version: what an entry of the memory is about. */
export type CourseVersion = { id: number; version: number }

const memories = new WeakMap<Database, RecentMemory<CourseTree | undefined>>()

function memoryOf(database: Database) {
  const known = memories.get(database)
  if (known) return known
  const made = new RecentMemory<CourseTree | undefined>(48 * megabyte, tree =>
    tree ? JSON.stringify(tree).length * 2 : 0,
  )
  memories.set(database, made)
  return made
}

/** The trees of several courses; those not in memory are loaded by one statement, once for all who ask meanwhile. */
export async function courseTrees(database: Database, wanted: readonly CourseVersion[]): Promise<CourseTree[]> {
  const memory = memoryOf(database)
  const missing = wanted.filter(course => !memory.recall(keyOf(course)))
  if (missing.length) {
    const loading = listCourseTrees(
      database,
      missing.map(course => course.id),
    )
    for (const course of missing)
      memory
        .keep(
          keyOf(course),
          loading.then(rows => rows.find(row => row.id === course.id)?.tree),
        )
        .catch(() => undefined)
  }
  const trees = await Promise.all(wanted.map(course => memory.recall(keyOf(course))))
  return trees.filter(tree => tree !== undefined)
}

function keyOf({ id, version }: CourseVersion) {
  return `${id}/${version}`
}

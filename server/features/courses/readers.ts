import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { NotifiedMemory } from '#server/platform/notified-memory.ts'
import type { ReadableCourse } from './course-memory.ts'
import { findReadableCourse } from './queries.ts'

const memories = new WeakMap<Database, NotifiedMemory<ReadableCourse>>()

/** Remembers for 30 s who may read which courses; `forgetAll` when that, or a course's version, changes on any node. */
export function rememberReaders(database: Database): NotifiedMemory<ReadableCourse> {
  const memory = new NotifiedMemory<ReadableCourse>({ keptMs: 30_000, most: 100_000 })
  memories.set(database, memory)
  return memory
}

/** The brand of a member of staff, who may read all its courses; null for a learner, who reads those of their streams. */
export function staffBrand({ role, brandId }: Pick<Actor, 'role' | 'brandId'>): string | null {
  return role === 'learner' ? null : brandId
}

/** A course at its version, as the person may read it; undefined when they may not. `now` in ms. */
export async function readableCourse(
  database: Database,
  user: Actor,
  courseId: number,
  now: number,
): Promise<ReadableCourse | undefined> {
  const memory = memories.get(database)
  const key = `${courseId}/${user.userId}/${staffBrand(user) ?? ''}`
  const known = memory?.find(key, now)
  if (known) return known
  const keep = memory?.reading()
  const course = await findReadableCourse(database, courseId, user.userId, staffBrand(user))
  if (course) keep?.(key, course, now)
  return course
}

import type { Database } from '#server/platform/database/database.ts'
import type { UserHomeworkWire } from '#shared/features/homework/contract.ts'
import type { HomeworkLock } from '#shared/features/progress/rules.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import type { CourseTree, HomeworkRow } from '#server/features/courses/course-tree.ts'
import { homeworkLocks, streamDays } from '#server/features/progress/stream-days.ts'
import type { HomeworkStanding, UserHomeworkRow } from './homework-place.ts'
import { homeworksInOrder, scoresOf, targetTypeOf } from './homework-tasks.ts'

/** One homework of a stream: the course's task, the learner's status, and why it is closed now. */
export type KnownHomework = { task: HomeworkRow; row: UserHomeworkRow; lock: HomeworkLock | undefined }

/** The homework of a learner's stream at `now` (ms), in the course's order; its course comes from memory. */
export async function homeworksOf(
  database: Database,
  standing: HomeworkStanding,
  { now, timezone }: { now: number; timezone: string },
): Promise<{ tree: CourseTree; homeworks: KnownHomework[] }> {
  const { course_id: id, course_version: version } = standing
  const structure = await courseStructure(database, id, version)
  const [tree] = await courseTrees(database, [{ id, version }])
  if (!tree) throw new Error(`There is no course ${id}`)
  const days = streamDays(standing, structure, now, timezone)
  const lockOf = homeworkLocks(standing, structure, days, { at: now, timeZone: timezone })
  const rows = new Map(standing.homeworks.map(row => [row.homework_id, row]))
  const homeworks = homeworksInOrder(tree).flatMap(task => {
    const row = rows.get(task.id)
    return row ? [{ task, row, lock: lockOf(task) }] : []
  })
  return { tree, homeworks }
}

/** A learner's homework as the wire has it; what it brings, or brought, only when `hasScores`. */
export function userHomeworkWire(
  { task, row, lock }: KnownHomework,
  streamId: number,
  hasScores: boolean,
): UserHomeworkWire {
  return {
    id: row.id,
    target_id: task.id,
    target_type: targetTypeOf(task),
    stream_id: streamId,
    homework_id: task.id,
    status: row.status,
    is_locked: lock !== undefined,
    lock_reason: lock ?? null,
    attempts_count: row.attemptsCount,
    due_at: row.dueAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(hasScores && { scores: scoresOf(row.status === 'DONE' ? (row.points ?? task.score) : task.score) }),
  }
}

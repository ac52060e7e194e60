import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/database/statement.ts'
import type { VersionEffects } from '#shared/features/courses/authoring-calls.ts'
import { listKnownParts, listPartsNow } from './archive-parts.ts'
import { partEffects } from './part-effects.ts'
import {
  type CourseSource,
  countWaitingSubmissions,
  findCourseContent,
  insertVersion,
  listFinishedDays,
  lockCourseKey,
  setVersionEffects,
  takeAlias,
} from './version-queries.ts'
import { type CourseContent, writeCourse } from './write-course.ts'

/** What a course becomes. */
export type NextVersion = {
  content: CourseContent
  contentHash: string
  source: CourseSource
  /** Null when a command publishes it. */
  publishedBy: number | null
  /** The number of the earlier version that comes back with it. */
  broughtBack: number | null
}

/**
 * Publishes a course's next version in the caller's transaction, keeps it, and answers what that did to parts and learners.
 * All ways to change what learners read end here, so a preview is this in a transaction that is taken back.
 */
export async function publishVersion(
  tx: Db,
  { content, publishedBy, broughtBack, contentHash, source }: NextVersion,
): Promise<{ id: number; version: number; effects: VersionEffects }> {
  const { brandId, key } = content.course
  await lockCourseKey(tx, brandId, key)
  const old = await findCourseContent(tx, brandId, key)
  const before = { content: old?.content, parts: old ? await listKnownParts(tx, old.id) : [] }
  const finishedBefore = await listFinishedDays(tx, brandId, key)
  const { id, version } = await writeCourse(tx, content)
  const kept = { contentHash, source: JSON.stringify(source), publishedBy, broughtBack }
  const now = await insertVersion(tx, { courseId: id, number: version, ...kept })
  const parts = partEffects(before, { content: now?.content, parts: await listPartsNow(tx, id, before.parts) })
  const left = parts.filter(({ kind, effect }) => kind === 'homework' && effect === 'archived')
  const waiting = await countWaitingSubmissions(
    tx,
    id,
    left.map(part => part.key),
  )
  const learners = learnerEffects(finishedBefore, await listFinishedDays(tx, brandId, key))
  const effects = { parts, ...learners, submissions_kept: waiting?.count ?? 0 }
  // What stayed as it was would be most of every version, and nobody looks for it there.
  const touched = parts.filter(({ effect }) => effect !== 'kept')
  await setVersionEffects(tx, id, version, JSON.stringify({ ...effects, parts: touched }))
  return { id, version, effects }
}

/** Gives a course its alias; false when another course has it. Call it before publishing, in the same transaction. */
export async function takeOwnAlias(tx: Db, { course: { brandId, key, alias } }: CourseContent): Promise<boolean> {
  return (await takeAlias(tx, { brandId, alias: alias ?? key, courseKey: key }))?.isOwn === true
}

type Finished = Awaited<ReturnType<typeof listFinishedDays>>[number]

/** How many learners go on, and of how many the share of finished days falls. */
function learnerEffects(before: readonly Finished[], after: readonly Finished[]) {
  const earlier = new Map(before.map(one => [one.streamId, one]))
  const isLess = (now: Finished, { done, days }: Finished) => now.done * days < done * now.days
  const falling = after.filter(now => {
    const then = earlier.get(now.streamId)
    return then !== undefined && isLess(now, then)
  })
  return { learners: countPeople(after), learners_falling: countPeople(falling) }
}

const countPeople = (streams: readonly Finished[]) => new Set(streams.map(({ userId }) => userId)).size

/**
 * Stands for what an author was shown: what happens to each part, and whether learners lose ground, on the course as it was at
 * version `on`. How many learners that are is left out, for they go on learning meanwhile.
 */
export function effectsSeal(on: number, contentHash: string, { parts, ...learners }: VersionEffects): string {
  const told = parts.map(({ kind, key, effect }) => [kind, key, effect])
  const losses = [learners.learners_falling > 0, learners.submissions_kept > 0]
  return createHash('sha256')
    .update(JSON.stringify([on, contentHash, told, losses]))
    .digest('base64url')
}

import type { ConsultationTidings } from '#server/features/notifications/consultation-texts.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'

/** What people are told of a consultation when it changes. */
export type Tidings = Exclude<ConsultationTidings, 'tomorrow' | 'soon'>

type Told = { id: number; learner_id: number; expert: { id: number } | null; sequence: number }

/**
 * Queues a letter with its calendar event, and a notice, to a consultation's people; `left` is the expert who has it no longer. Once
 * for each of its changes.
 */
export function tellPeople(
  tx: Db,
  jobs: Pick<JobQueue, 'sendAll'>,
  { id, learner_id: learnerId, expert, sequence }: Told,
  what: Tidings,
  left: number | null = null,
): Promise<void> {
  const people = [learnerId, ...(expert ? [expert.id] : []), ...(left === null || left === expert?.id ? [] : [left])]
  const told = people.map(userId => ({
    key: `${id} ${sequence} ${what} ${userId}`,
    data: { consultationId: id, userId, what: userId === left ? 'handed_over' : what, isLeft: userId === left ? 1 : 0 },
  }))
  return jobs.sendAll(tx, 'tell-video-consultation', told)
}

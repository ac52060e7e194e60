import type { ConsultationTidings } from '#server/features/notifications/consultation-texts.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'

/** What people are told of a consultation when it changes. */
export type Tidings = Exclude<ConsultationTidings, 'tomorrow' | 'soon' | 'recorded'>

type Told = { id: number; learner_id: number; expert: { id: number } | null; sequence: number }

/**
 * Queues a letter with its calendar event, and a notice, to a consultation's people; where it is with another expert than `before`,
 * both experts are told that. Once for each of its changes.
 */
export function tellPeople(
  tx: Db,
  jobs: Pick<JobQueue, 'sendAll'>,
  { id, learner_id: learnerId, expert, sequence }: Told,
  what: Tidings,
  before: Pick<Told, 'expert'> = { expert },
): Promise<void> {
  const isTakenOver = before.expert?.id !== expert?.id
  const people: [userId: number, what: Tidings, isLeft: 0 | 1][] = [[learnerId, what, 0]]
  if (expert) people.push([expert.id, isTakenOver ? 'taken_over' : what, 0])
  if (isTakenOver && before.expert) people.push([before.expert.id, 'handed_over', 1])
  const told = people.map(([userId, its, isLeft]) => ({
    key: `${id} ${sequence} ${what} ${userId}`,
    data: { consultationId: id, userId, what: its, isLeft },
  }))
  return jobs.sendAll(tx, 'tell-video-consultation', told)
}

import type { AttemptWire, homework } from '#shared/features/homework/contract.ts'
import { isHeld, type Verdict } from '#shared/features/homework/rules.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import {
  type MessageRow,
  messageJson,
  messageWire,
  type Reader,
  type Person,
  personJson,
} from '#server/features/chat/message.ts'
import type { Context, Actor } from '#server/platform/http/routes.ts'
import { KeyTaken } from '#server/features/chat/post-message.ts'
import { type Texts, titlesIn } from '#server/features/courses/course-tree.ts'

/** One handing-in as `attemptJson` reads it; times in Unix seconds. */
export type AttemptRow = {
  id: number
  number: number
  submittedAt: number
  dueAt: number
  /** A lesson's place in a day. */
  exerciseId: number | null
  isReplaced: boolean
  claimedBy: number | null
  activeAt: number | null
  verdict: Verdict | null
  points: number
  reviewedAt: number | null
  submission: MessageRow
  answer: MessageRow | null
}

/** A part of a larger statement: the attempt under the alias `attempt` with its messages as JSON, an AttemptRow. */
export const attemptJson = (attempt: string) => `json_build_object('id', ${attempt}.id, 'number', ${attempt}.number,
  'submittedAt', unix(${attempt}.submitted_at), 'dueAt', unix(${attempt}.due_at),
  'exerciseId', ${attempt}.lesson_set_lesson_id, 'isReplaced', ${attempt}.replaced_at is not null,
  'claimedBy', ${attempt}.claimed_by, 'activeAt', unix(${attempt}.active_at), 'verdict', ${attempt}.verdict,
  'points', ${attempt}.points, 'reviewedAt', unix(${attempt}.reviewed_at),
  'submission', (select ${messageJson('sm')} from chat_messages sm where sm.id = ${attempt}.message_id),
  'answer', (select ${messageJson('vm')} from chat_messages vm where vm.id = ${attempt}.verdict_message_id))`

/** Whether an expert looks at it at `now` (ms). */
export function isInReview({ verdict, isReplaced, claimedBy, activeAt }: AttemptRow, now: number): boolean {
  const isWaiting = verdict === null && !isReplaced
  return isWaiting && claimedBy !== null && isHeld(activeAt === null ? undefined : msFromSeconds(activeAt), now)
}

type Exercise = { id: number; title: string }

/** An attempt as the wire has it; `exerciseOf` names what was chosen, `now` in ms. */
export function attemptWire(
  row: AttemptRow,
  reader: Reader & { now: number; exerciseOf: (id: number) => Exercise | undefined },
): AttemptWire {
  return {
    id: row.id,
    number: row.number,
    submitted_at: row.submittedAt,
    due_at: row.dueAt,
    exercise: (row.exerciseId !== null && reader.exerciseOf(row.exerciseId)) || null,
    is_replaced: row.isReplaced,
    is_in_review: isInReview(row, reader.now),
    verdict: row.verdict,
    points: row.points,
    reviewed_at: row.reviewedAt,
    submission: messageWire(row.submission, reader),
    answer: row.answer && messageWire(row.answer, reader),
  }
}

type HomeworkCalls = (typeof homework)['calls']

/** What a handler of one of the calls of homework is given. */
export type HomeworkContext<Name extends keyof HomeworkCalls & string> = Context<Name, HomeworkCalls[Name]>

type Told = Pick<HomeworkContext<'GET /homework'>, 'live' | 'user'>

/** Tells those who have the learner's chat open, and the brand's staff, that a submission changed; after the commit. */
export function tellOfReview({ live, user }: Told, chatId: number, reviewId: number) {
  live.nudge(`chat:${chatId}`)
  live.signal(`desk:${user.brandId}`, 'review', { review_id: reviewId })
}

/** How often what was judged is judged anew because somebody else was faster. */
export const rounds = 4

/** The transaction found things changed since they were judged. */
export class Overtaken extends Error {}

/** What a write of what was judged answers, or why it is lost: things changed, or another device adds the same key. */
export async function unlessOvertaken<Written>(
  writing: Promise<Written>,
): Promise<Written | 'overtaken' | 'known key'> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken'
    if (error instanceof KeyTaken) return 'known key'
    throw error
  }
}

/** Where submissions belong: their course, the learner's cohort, the stage. */
export type ReviewPlace = {
  courseId: number
  languages: string[]
  courseTitles: Texts
  cohortId: number
  cohortStartsOn: string
  stageId: number
  stageTitles: Texts
}

/** A submission as staff see it; times in Unix seconds. */
export type ReviewRow = ReviewPlace & {
  id: number
  statusId: number
  chatId: number
  number: number
  learner: Person
  homeworkId: number
  homeworkTitles: Texts
  submittedAt: number
  dueAt: number
  claimedBy: Person | null
  activeAt: number | null
  isReplaced: boolean
  verdict: Verdict | null
  reviewedAt: number | null
  filesCount: number
}

/** What `reviewJson` reads from; `attempts` is a table of attempts, which is then known as `a`. */
export const reviewTables = (attempts: string) => `${attempts} a
  join user_homeworks uh on uh.id = a.user_homework_id
  join user_streams us on us.id = uh.user_stream_id
  join chats k on k.user_stream_id = us.id
  join users l on l.id = us.user_id
  join streams co on co.id = us.stream_id
  join course_homeworks h on h.id = uh.homework_id
  join course_stages g on g.id = h.stage_id
  join courses c on c.id = h.course_id`

/** A part of a larger statement over `reviewTables`: a ReviewRow as JSON. */
export const reviewJson = `json_build_object('id', a.id, 'statusId', uh.id, 'chatId', k.id, 'number', a.number,
  'learner', ${personJson('l')}, 'courseId', c.id, 'languages', c.languages, 'courseTitles', ${titlesIn('c.texts')},
  'cohortId', co.id, 'cohortStartsOn', co.starts_on, 'stageId', g.id, 'stageTitles', ${titlesIn('g.texts')},
  'homeworkId', h.id, 'homeworkTitles', ${titlesIn('h.texts')}, 'submittedAt', unix(a.submitted_at),
  'dueAt', unix(a.due_at), 'claimedBy', (select ${personJson('cu')} from users cu where cu.id = a.claimed_by),
  'activeAt', unix(a.active_at), 'isReplaced', a.replaced_at is not null, 'verdict', a.verdict,
  'reviewedAt', unix(a.reviewed_at),
  'filesCount', (select count(*) from chat_message_files mf where mf.message_id = a.message_id))`

/** A part of a larger statement over `reviewTables`: whether the caller may judge it; nobody judges their own. */
export const mayReview = (user: string, role: string, brand: string) =>
  `us.user_id <> ${user} and teaches(${user}, ${role}, ${brand}, c.id)`

/** Who asks, as the statements of reviews want it. */
export const actorParams = ({ userId, role, brandId }: Actor) => [userId, role, brandId] as const
export type ActorParams = readonly [userId: number, role: string, brandId: string]

/** Who holds it at `now` (ms); undefined when nobody does. */
export function holderOf({ claimedBy, activeAt, verdict, isReplaced }: ReviewRow, now: number): Person | undefined {
  if (!claimedBy || verdict || isReplaced || activeAt === null) return undefined
  return isHeld(msFromSeconds(activeAt), now) ? claimedBy : undefined
}

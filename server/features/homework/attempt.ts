import { chatRoom } from '#shared/features/chat/contract.ts'
import { type AttemptWire, homework, type ReviewWire } from '#shared/features/homework/contract.ts'
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
import { textIn, type Texts, titlesIn } from '#server/features/courses/course-tree.ts'
import type { CriterionContent } from '#server/features/courses/publish/write-course.ts'

/** Who claimed an attempt, and when they last showed that they are reviewing it (Unix seconds). */
type Claim<Who> = { by: Who | null; active_at: number | null }

/** A criterion as it was when an expert answered. */
export type TickedCriterion = CriterionContent & { isMet: boolean }

/** An attempt as the contract has it, but for what its reader and the clock decide: see `attemptWire`. */
export type AttemptRow = Omit<AttemptWire, 'exercise' | 'is_in_review' | 'criteria' | 'submission' | 'answer'> & {
  criteria: TickedCriterion[]
  /** A lesson's place in a day. */
  exercise_id: number | null
  claimed: Claim<number>
  submission: MessageRow
  answer: MessageRow | null
}

/** SQL: the attempt under the alias `attempt` with its messages as JSON, an AttemptRow. */
export const attemptJson = (attempt: string) => `json_build_object('id', ${attempt}.id, 'number', ${attempt}.number,
  'submitted_at', unix(${attempt}.submitted_at), 'due_at', unix(${attempt}.due_at),
  'exercise_id', ${attempt}.lesson_set_lesson_id, 'is_replaced', ${attempt}.replaced_at is not null,
  'claimed', json_build_object('by', ${attempt}.claimed_by, 'active_at', unix(${attempt}.active_at)),
  'verdict', ${attempt}.verdict, 'points', ${attempt}.points, 'criteria', ${attempt}.criteria, 'reviewed_at', unix(${attempt}.reviewed_at),
  'submission', (select ${messageJson('sm')} from chat_messages sm where sm.id = ${attempt}.message_id),
  'answer', (select ${messageJson('vm')} from chat_messages vm where vm.id = ${attempt}.verdict_message_id))`

type Claimed<Who> = { verdict: Verdict | null; is_replaced: boolean; claimed: Claim<Who> }

/** Who is reviewing an attempt at `now` (ms); undefined when nobody is. */
export function reviewerOf<Who>({ verdict, is_replaced, claimed }: Claimed<Who>, now: number): Who | undefined {
  const { by, active_at } = claimed
  if (by === null || active_at === null || verdict || is_replaced) return undefined
  return isHeld(msFromSeconds(active_at), now) ? by : undefined
}

type Exercise = { id: number; title: string }

/** An attempt for its reader; `exerciseOf` names the exercise that was chosen. */
export function attemptWire(
  { exercise_id, claimed, ...attempt }: AttemptRow,
  reader: Reader & { exerciseOf: (id: number) => Exercise | undefined },
): AttemptWire {
  return {
    ...attempt,
    exercise: (exercise_id !== null && reader.exerciseOf(exercise_id)) || null,
    criteria: attempt.criteria.map(({ isMet, ...one }) => ({ ...criterionWire(one, reader.language), is_met: isMet })),
    is_in_review: reviewerOf({ ...attempt, claimed }, reader.now) !== undefined,
    submission: messageWire(attempt.submission, reader),
    answer: attempt.answer && messageWire(attempt.answer, reader),
  }
}

/** A criterion in a reader's language, or in any that it has. */
export const criterionWire = ({ key, texts }: CriterionContent, language: string) => ({
  key,
  text: textIn(texts, 'text', language, Object.keys(texts)),
})

/** What submissions of one stage have in common, with titles in all languages of the course. */
export type ReviewPlace = Pick<ReviewWire, 'course_id' | 'cohort_id' | 'cohort_starts_on' | 'stage_id'> & {
  titles: { languages: string[]; course: Texts; stage: Texts }
}

/** A submission for staff as the contract has it, but for what its reader and the clock decide: see `reviewWire`. */
export type ReviewRow = Omit<ReviewWire, 'course_title' | 'stage_title' | 'homework_title' | 'claim'> & {
  titles: ReviewPlace['titles'] & { homework: Texts }
  is_replaced: boolean
  claimed: Claim<Person>
}

/** SQL: what `reviewJson` reads from; `attempts` is a table of attempts, here under the alias `a`. */
export const reviewTables = (attempts: string) => `${attempts} a
  join user_homeworks uh on uh.id = a.user_homework_id
  join user_streams us on us.id = uh.user_stream_id
  join chats k on k.user_stream_id = us.id
  join users l on l.id = us.user_id
  join streams co on co.id = us.stream_id
  join course_homeworks h on h.id = uh.homework_id
  join course_stages g on g.id = h.stage_id
  join courses c on c.id = h.course_id`

/** SQL over `reviewTables`: a ReviewRow as JSON. */
export const reviewJson = `json_build_object('id', a.id, 'status_id', uh.id, 'chat_id', k.id, 'number', a.number,
  'learner', ${personJson('l')}, 'course_id', c.id, 'cohort_id', co.id, 'cohort_starts_on', co.starts_on, 'stage_id', g.id,
  'homework_id', h.id, 'titles', json_build_object('languages', c.languages, 'course', ${titlesIn('c.texts')},
    'stage', ${titlesIn('g.texts')}, 'homework', ${titlesIn('h.texts')}),
  'submitted_at', unix(a.submitted_at), 'due_at', unix(a.due_at), 'is_replaced', a.replaced_at is not null,
  'claimed', json_build_object('by', (select ${personJson('cu')} from users cu where cu.id = a.claimed_by),
    'active_at', unix(a.active_at)),
  'verdict', a.verdict, 'reviewed_at', unix(a.reviewed_at),
  'files_count', (select count(*) from chat_message_files mf where mf.message_id = a.message_id))`

/** SQL over `reviewTables`: whether a person may review the attempt; never their own. */
export const mayReview = (user: string, role: string, brand: string) =>
  `us.user_id <> ${user} and teaches(${user}, ${role}, ${brand}, c.id)`

/** The caller, in the order in which the statements of reviews take them. */
export const actorParams = ({ userId, role, brandId }: Actor) => [userId, role, brandId] as const
export type ActorParams = readonly [userId: number, role: string, brandId: string]

type HomeworkCalls = (typeof homework)['calls']

/** What the handler of a homework call is given. */
export type HomeworkContext<Name extends keyof HomeworkCalls & string> = Context<Name, HomeworkCalls[Name]>

type Told = Pick<HomeworkContext<'GET /homework'>, 'live' | 'user'>

/** After the commit: tells whoever has the learner's chat open, and the brand's staff, that a submission changed. */
export function tellOfReview({ live, user }: Told, chatId: number, reviewId: number) {
  live.nudge(chatRoom, chatId)
  live.signal(homework, 'review', user.brandId, { review_id: reviewId })
}

/** How often a write is tried when somebody else was faster. */
export const tries = 4

/** Thrown in a transaction that finds its data changed since it was checked. */
export class StaleCheck extends Error {}

/** What a write answers, or why it was lost: its data changed since the check, or another device adds the same key. */
export async function writtenOrLost<Written>(writing: Promise<Written>): Promise<Written | 'stale' | 'known key'> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof StaleCheck) return 'stale'
    if (error instanceof KeyTaken) return 'known key'
    throw error
  }
}

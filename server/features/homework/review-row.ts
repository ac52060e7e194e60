import type { Actor } from '#server/platform/http/routes.ts'
import type { ReviewWire } from '#shared/features/homework/contract.ts'
import { claimUntil, isHeld, type Verdict } from '#shared/features/homework/rules.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { type Person, personJson } from '#server/features/chat/person.ts'
import { textIn, titlesIn } from '#server/features/courses/course-text.ts'
import type { Texts } from '#server/features/courses/course-tree.ts'

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

/** Where submissions belong, as the wire has it. */
export function reviewPlaceWire(row: ReviewPlace, language: string) {
  const title = (titles: Texts) => textIn(titles, 'title', language, row.languages)
  return {
    course_id: row.courseId,
    course_title: title(row.courseTitles),
    cohort_id: row.cohortId,
    cohort_starts_on: row.cohortStartsOn,
    stage_id: row.stageId,
    stage_title: title(row.stageTitles),
  }
}

/** A submission as the wire has it; `now` in ms. */
export function reviewWire(
  row: ReviewRow,
  { userId, language, now }: { userId: number; language: string; now: number },
): ReviewWire {
  const holder = holderOf(row, now)
  const until = claimUntil(msFromSeconds(row.activeAt ?? 0)) / 1000
  return {
    id: row.id,
    status_id: row.statusId,
    chat_id: row.chatId,
    number: row.number,
    learner: row.learner,
    ...reviewPlaceWire(row, language),
    homework_id: row.homeworkId,
    homework_title: textIn(row.homeworkTitles, 'title', language, row.languages),
    submitted_at: row.submittedAt,
    due_at: row.dueAt,
    claim: holder ? { user: holder, is_own: holder.id === userId, until } : null,
    verdict: row.verdict,
    reviewed_at: row.reviewedAt,
    files_count: row.filesCount,
  }
}

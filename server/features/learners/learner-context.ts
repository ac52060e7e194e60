import type { Context } from '#server/platform/http/routes.ts'
import type { learners } from '#shared/features/learners/contract.ts'

type Calls = (typeof learners)['calls']
export type LearnerContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

/** Whose card is asked for, and who asks. */
export type Asked = { learnerId: number; userId: number; role: string; brandId: string }

/** The card that a call asks for, as the statements take it. */
export function askedOf({
  params,
  user,
}: {
  params: { id: number }
  user: { userId: number; role: string; brandId: string }
}): Asked {
  const { userId, role, brandId } = user
  return { learnerId: params.id, userId, role, brandId }
}

/** SQL over the parameters of `Asked`: whether the caller answers in a course; never in their own courses. */
export const answersIn = (course: string) =>
  `$learnerId::bigint <> $userId::bigint and teaches($userId::bigint, $role::text, $brandId::text, ${course})`

/** SQL: whether the caller may see what a learner does in a course: support sees all courses of the brand. */
export const seesCourse = (course: string) => `($role::text in ('support', 'admin') or ${answersIn(course)})`

/** SQL: whether the caller may see the card of the person `u`. */
export const seesCard = `u.id = $learnerId::bigint and u.brand_id = $brandId::text and not u.is_trial and ($role::text in ('support', 'admin') or exists (
  select from user_streams seen where seen.user_id = u.id and seen.taken_out_at is null and ${answersIn('seen.course_id')}))`

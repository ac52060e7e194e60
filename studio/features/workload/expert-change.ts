import type { TeachingWire } from '#shared/features/workload/contract.ts'

export type Expert = TeachingWire['experts'][number]
export type CourseExperts = TeachingWire['courses'][number]

/** Who may answer in a course that names `ids`: these as far as they are active, and without any all active experts. */
function mayAnswer(experts: readonly Expert[], ids: readonly number[]): Expert[] {
  return experts.filter(({ id, is_active: isActive }) => isActive && (ids.length === 0 || ids.includes(id)))
}

/** What naming other experts does: who gets and who loses the course, what these hold, and whether anybody is left. */
export function changeOf(experts: readonly Expert[], course: CourseExperts, ids: readonly number[]) {
  const [before, after] = [mayAnswer(experts, course.expert_ids), mayAnswer(experts, ids)]
  const losing = before.filter(({ id }) => !after.some(other => other.id === id))
  const held = course.holding.filter(({ user_id: userId }) => losing.some(({ id }) => id === userId))
  return {
    getting: after.filter(({ id }) => !before.some(other => other.id === id)),
    losing,
    /** Open submissions and chats of those who lose the course. */
    reviews: held.reduce((sum, { reviews }) => sum + reviews, 0),
    chats: held.reduce((sum, { chats }) => sum + chats, 0),
    opensToAll: ids.length === 0 && course.expert_ids.length > 0,
    closesToOthers: ids.length > 0 && course.expert_ids.length === 0,
    isNobodyLeft: after.length === 0,
  }
}

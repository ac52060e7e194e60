import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { request } from '#kit/request/request.ts'
import type { CourseExperts } from './expert-change.ts'

export const workloadQuery = () => callQuery('GET /studio/workload')

export const teachingQuery = () => callQuery('GET /studio/teaching')

/** Names other experts for a course than those that were shown; refused when these are others by now. */
export async function nameExperts({ id, expert_ids: seen_ids }: CourseExperts, userIds: readonly number[]) {
  await request('PUT /studio/courses/:id/experts', { params: { id }, body: { user_ids: [...userIds], seen_ids } })
  await makeStale('GET /studio/teaching', 'GET /studio/workload', 'GET /studio/cohorts/:id', 'GET /studio/audit-log')
}

import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'

export const coursesQuery = () => callQuery('GET /studio/courses')

export const versionsQuery = (id: number) => callQuery('GET /studio/courses/:id/versions', { params: { id } })

/** What bringing a version back would do now: never from a memory. */
export const effectsQuery = (id: number, version: number) => ({
  ...callQuery('GET /studio/courses/:id/versions/:versionId/effects', { params: { id, versionId: version } }),
  gcTime: 0,
})

export function refreshCourses(): Promise<unknown> {
  return Promise.all(
    ['GET /studio/courses', 'GET /studio/courses/:id/versions'].map(name =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  )
}

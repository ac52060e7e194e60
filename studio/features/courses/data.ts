import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'
import { allWordsIn, closestFirst } from '#studio/platform/words.ts'
import type { Find } from '#studio/platform/feature.ts'

export const coursesQuery = () => callQuery('GET /studio/courses')

export const versionsQuery = (id: number, page: number) =>
  pagedQuery('GET /studio/courses/:id/versions', { params: { id }, query: { page } })

/** What bringing a version back would do now: never from a memory. */
export const effectsQuery = (id: number, version: number) => ({
  ...callQuery('GET /studio/courses/:id/versions/:versionId/effects', { params: { id, versionId: version } }),
  gcTime: 0,
})

export const archiveEffectsQuery = (id: number) =>
  callQuery('GET /studio/courses/:id/archive-effects', { params: { id } })

export function refreshCourses(): Promise<unknown> {
  return makeStale('GET /studio/courses', 'GET /studio/courses/:id/versions', 'GET /studio/cohorts/:id')
}

/** Courses by words of their titles. */
export const findCourses: Find = async words => {
  const courses = await queryClient.fetchQuery(coursesQuery())
  const found = courses
    .filter(({ title, key }) => allWordsIn(words, `${title} ${key}`))
    .map(({ id, title, key }) => ({ name: title, detail: key, href: pathTo('course', { courseId: id }) }))
  return closestFirst(words, found).slice(0, 5)
}

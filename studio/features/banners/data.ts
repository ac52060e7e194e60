import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'

export const bannersQuery = () => callQuery('GET /studio/banners')

/** What a banner can be narrowed to; with a course, to its days, too. */
export const choicesQuery = (courseId?: number) =>
  callQuery('GET /studio/banner-choices', { query: { course_id: courseId } })

export const figuresQuery = (id: number) => callQuery('GET /studio/banners/:id/figures', { params: { id } })

/** A banner as it is stored now: never from a memory. */
export const bannerQuery = (id: number) => ({
  ...callQuery('GET /studio/banners/:id', { params: { id } }),
  gcTime: 0,
})

/** A banner was added, changed or removed. */
export const refreshBanners = () => makeStale('GET /studio/banners', 'GET /studio/banners/:id', 'GET /studio/audit-log')

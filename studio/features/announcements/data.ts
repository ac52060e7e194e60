import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'

export const announcementsQuery = () => callQuery('GET /studio/announcements')

/** An announcement as it is stored now: never from a memory. */
export const announcementQuery = (id: number) => ({
  ...callQuery('GET /studio/announcements/:id', { params: { id } }),
  gcTime: 0,
})

/** How many people would get what is stored of an announcement. */
export const recipientsQuery = (id: number) => ({
  ...callQuery('GET /studio/announcements/:id/recipients', { params: { id } }),
  gcTime: 0,
})

/** The days of a course at which people may have stopped. */
export const audienceDaysQuery = (courseId: number) =>
  callQuery('GET /studio/courses/:id/audience-days', { params: { id: courseId } })

/** All streams of the school. */
export const streamsQuery = () => callQuery('GET /studio/cohorts')

/** An announcement was added, changed, sent, stopped or removed. */
export const refreshAnnouncements = () =>
  makeStale(
    'GET /studio/announcements',
    'GET /studio/announcements/:id',
    'GET /studio/announcements/:id/recipients',
    'GET /studio/audit-log',
  )

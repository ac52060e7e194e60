import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { forgetCourses } from './course-memory.ts'
import { draftsLive } from './live.ts'
import { findCourseWithMedia } from './queries.ts'
import { rememberReaders } from './readers.ts'
import { courseRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'courses',
  open({ database, listener }) {
    const readers = rememberReaders(database)
    listener.on('course_readers_changed', () => readers.forgetAll())
    listener.onConnection(isConnected => readers.setConnected(isConnected))
    listener.on('media_changed', () => forgetCourses(database))
    listener.onConnection(() => forgetCourses(database))
  },
  routes: () => courseRoutes,
  live: () => draftsLive,
  personalTables: {
    course_experts: ownedBy('user_id'),
    course_drafts: {
      leftOut: 'What the course is about to be; that somebody writes it is seen by other authors alone',
    },
    course_draft_authors: { leftOut: 'Which part of a draft somebody has open, forgotten within a minute' },
    course_draft_parts: { leftOut: 'What a draft of a course says' },
    course_version_media: { leftOut: 'Which files the course had' },
    course_versions: { leftOut: 'What the course was like; that somebody published it is in the audit log' },
  },
  // Staff watch everything of their brand's courses.
  subscribe: ({ database, of }) =>
    of(media).mayWatch(
      async ({ role, brandId }, { id, isPrivate }) =>
        role !== 'learner' && !isPrivate && (await findCourseWithMedia(database, brandId, id)) !== undefined,
    ),
})

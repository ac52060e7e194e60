import { feature as brands } from '#server/features/brands/feature.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { importJob } from './bring-in/bring-in.ts'
import { deleteOldImports } from './bring-in/bring-in-queries.ts'
import { readImport } from './bring-in/read-import.ts'
import { serveArchives } from './export/export-archive.ts'
import { deleteOldExports } from './export/export-queries.ts'
import { forgetCourses } from './course-memory.ts'
import { draftsLive } from './live.ts'
import { findCourseWithMedia } from './queries.ts'
import { rememberReaders } from './readers.ts'
import { courseRoutes } from './routes.ts'

const hourMs = 3_600_000
/** How long a report is kept. */
const keptMs = 90 * 24 * hourMs

export const feature = serverFeature({
  name: 'courses',
  open({ database, listener }) {
    const readers = rememberReaders(database)
    listener.on('course_readers_changed', () => readers.forgetAll())
    listener.onConnection(isConnected => readers.setConnected(isConnected))
    for (const channel of ['media_changed', 'day_banners_changed']) listener.on(channel, () => forgetCourses(database))
    listener.onConnection(() => forgetCourses(database))
  },
  routes: ({ jobs, of }) => courseRoutes(jobs, of(brands).brands),
  jobs: ({ database, log, of }) => ({
    [importJob]: {
      work: ({ importId }, signal) => readImport({ database, log, ...of(media) }, Number(importId), signal),
    },
  }),
  serve: (server, { database, of }) => serveArchives(server, { database, ...of(media) }),
  tidying: ({ database, clock }) => [
    { everyMs: hourMs, work: () => deleteOldExports(database) },
    { everyMs: hourMs, work: () => deleteOldImports(database, Math.floor((clock() - keptMs) / 1000)) },
  ],
  live: () => draftsLive,
  personalTables: {
    course_experts: ownedBy('user_id'),
    course_imports: { leftOut: 'What a course was made of; that somebody brought it in is in the audit log' },
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

import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { findCourseWithMedia } from './queries.ts'
import { courseRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'courses',
  routes: () => courseRoutes,
  personalTables: { course_experts: ownedBy('user_id') },
  // Staff watch everything of their brand's courses.
  subscribe: ({ database, of }) =>
    of(media).mayWatch(
      async ({ role, brandId }, { id, isPrivate }) =>
        role !== 'learner' && !isPrivate && (await findCourseWithMedia(database, brandId, id)) !== undefined,
    ),
})

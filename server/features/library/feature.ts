import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { isOfLibrary } from './queries.ts'
import { libraryRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'library',
  routes: parts => libraryRoutes(parts.of(media).receiving),
  // Authors watch what no course has yet.
  subscribe: ({ database, of }) =>
    of(media).mayWatch(
      async ({ role, brandId }, { id, isPrivate }) =>
        (role === 'author' || role === 'admin') &&
        !isPrivate &&
        (await isOfLibrary(database, brandId, id)) !== undefined,
    ),
})

import { feature as brands } from '#server/features/brands/feature.ts'
import { whereClubsAreOn } from '#server/features/clubs/club-school.ts'
import { feature as explore } from '#server/features/explore/feature.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { findArticleShowing } from './article-files.ts'
import { CommunityHosts } from './host/community-host.ts'
import { articleSource } from './pages/article-source.ts'
import { deleteOldViews } from './queries.ts'
import { articleRoutes } from './routes.ts'
import { communitySettings } from './settings.ts'

const hourMs = 3_600_000

export const feature = serverFeature({
  name: 'articles',
  settings: communitySettings,
  async open({ database, clock, log, opened }, given) {
    ;(await opened(explore)).addSource(memory => articleSource(database, memory, clock))
    return { hosts: new CommunityHosts({ ...given, clock, log }) }
  },
  routes: ({ of }, { hosts }) => articleRoutes({ brands: of(brands).brands, hosts }),
  // Who may read an article sees its films, too.
  subscribe: ({ database, of }) =>
    of(media).mayWatch(async (actor, { id, isPrivate }, now) => {
      const { userId, brandId } = whereClubsAreOn(of(brands).brands)({ user: actor }).user
      const asked = { userId, brandId, now: now / 1000, mediaId: id }
      return !isPrivate && (await findArticleShowing(database, asked)) !== undefined
    }),
  personalTables: { article_marks: ownedBy('user_id'), article_views: ownedBy('user_id') },
  tidying: ({ database, clock }) => [{ everyMs: hourMs, work: () => deleteOldViews(database, clock() / 1000) }],
})

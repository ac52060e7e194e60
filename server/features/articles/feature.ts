import { feature as explore } from '#server/features/explore/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { articleSource } from './pages/article-source.ts'
import { deleteOldViews } from './queries.ts'
import { articleRoutes } from './routes.ts'

const hourMs = 3_600_000

export const feature = serverFeature({
  name: 'articles',
  async open({ database, clock, opened }) {
    ;(await opened(explore)).addSource(memory => articleSource(database, memory, clock))
  },
  routes: () => articleRoutes,
  personalTables: { article_marks: ownedBy('user_id'), article_views: ownedBy('user_id') },
  tidying: ({ database, clock }) => [{ everyMs: hourMs, work: () => deleteOldViews(database, clock() / 1000) }],
})

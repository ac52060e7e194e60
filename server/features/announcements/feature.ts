import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { deleteOldRecipients } from './queries.ts'
import { announcementRoutes } from './routes.ts'

const dayMs = 86_400_000
/** As long as what was counted of them. */
const keptSeconds = 400 * 86_400

export const feature = serverFeature({
  name: 'announcements',
  routes: announcementRoutes,
  personalTables: { announcement_recipients: ownedBy('user_id') },
  tidying: ({ database, clock }) => [
    { everyMs: dayMs, work: () => deleteOldRecipients(database, clock() / 1000 - keptSeconds) },
  ],
})

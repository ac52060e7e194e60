import { feature as accounts } from '#server/features/accounts/feature.ts'
import { feature as billing } from '#server/features/billing/feature.ts'
import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { asStored, liveParts } from '#server/platform/live/live-parts.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import { serveFeeds } from './calendars/feed.ts'
import { readDueCalendars } from './calendars/outside-calendar.ts'
import { followPayment } from './booking/paid-holds.ts'
import { declineUnconfirmed } from './desk/unconfirmed.ts'
import { videoRoutes } from './routes.ts'
import { calendarSettings } from './settings.ts'
import { remindOfConsultations, tellOne } from './tell.ts'

const reminderMs = 20_000
const calendarMs = 60_000
const unconfirmedMs = 60_000

const ofBoth = { where: 't.user_id = $1 or t.expert_id = $1' }

export const feature = serverFeature({
  name: 'videoconsultations',
  settings: calendarSettings,
  async open(parts, { allowPrivate }) {
    const { codeKey } = await parts.opened(accounts)
    const { brands: all } = await parts.opened(brands)
    const { publicUrl, jobs } = parts
    return { brands: all, publicUrl, codeKey, allowPrivate, jobs }
  },
  routes: (_parts, own) => videoRoutes(own),
  serve: (server, { database, clock }, own) => serveFeeds(server, database, clock, own),
  jobs: (parts, { brands: all }) => ({
    'tell-video-consultation': { work: data => tellOne({ ...parts, brands: all }, data), atOnce: 4 },
  }),
  subscribe: ({ of, jobs }) => of(billing).onAccess(followPayment(jobs)),
  tidying: ({ database, clock, jobs, live }, own) => [
    { everyMs: reminderMs, work: () => remindOfConsultations(database, clock(), own.brands) },
    { everyMs: calendarMs, work: () => readDueCalendars(database, clock(), own) },
    { everyMs: unconfirmedMs, work: () => declineUnconfirmed(database, clock(), { jobs, live }) },
  ],
  personalTables: {
    video_consultations: ofBoth,
    video_requests: {
      where:
        't.consultation_id in (select id from video_consultations where user_id = $1 or expert_id = $1) or t.expert_id = $1 or t.decided_by = $1',
    },
    video_kind_experts: ownedBy('expert_id'),
    video_experts: { ...ownedBy('user_id'), hide: ['calendar_url'] },
    video_hours: ownedBy('user_id'),
    video_absences: ownedBy('user_id'),
    video_busy_times: ownedBy('user_id'),
    calendar_feeds: ownedBy('user_id'),
  },
  live: () =>
    liveParts(videoconsultations, {
      rooms: {
        videodesk: (_db, { role, brandId }, ids) =>
          role === 'expert' || role === 'support' || role === 'admin' ? ids.filter(id => id === brandId) : [],
      },
      present: { video_consultation: asStored },
    }),
})

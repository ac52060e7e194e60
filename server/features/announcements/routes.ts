import { routes } from '#server/platform/http/routes.ts'
import { announcements } from '#shared/features/announcements/contract.ts'
import { announcementIn } from '#shared/features/announcements/rules.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import { countAudience } from './audience.ts'
import {
  addAnnouncement,
  changeAnnouncement,
  removeAnnouncement,
  sendAnnouncement,
  stopAnnouncement,
} from './keep-announcements.ts'
import { findAnnouncement, findAudienceDays, findTold, listAnnouncements } from './queries.ts'

/** The calls of announcements. */
export const announcementRoutes = () =>
  routes(announcements, {
    'GET /announcements/:id': async ({ db, user, caller, params, refuse }) => {
      const { texts, ...told } = (await findTold(db, params.id, user.userId)) ?? refuse('not_found')
      return { ...told, ...announcementIn(texts, caller.language) }
    },

    'GET /studio/announcements': async ({ db, user, caller }) => {
      const rows = await listAnnouncements(db, user.brandId)
      return rows.map(({ texts, ...row }) => ({ ...row, title: announcementIn(texts, caller.language).title }))
    },

    'GET /studio/courses/:id/audience-days': async ({ db, user, caller, params, refuse }) => {
      const { days } = (await findAudienceDays(db, params.id, user.brandId)) ?? refuse('not_found')
      return days.map(({ id, number, titles }) => ({ id, title: `${number}. ${titleIn(titles, caller.language)}` }))
    },

    'GET /studio/announcements/:id': async ({ db, user, params, refuse }) =>
      (await findAnnouncement(db, params.id, user.brandId)) ?? refuse('not_found'),

    'GET /studio/announcements/:id/recipients': async ({ db, user, params, now, refuse }) => {
      const { audience } = (await findAnnouncement(db, params.id, user.brandId)) ?? refuse('not_found')
      return { recipients: await countAudience(db, audience, user.brandId, now) }
    },

    'POST /studio/announcements': addAnnouncement,
    'PUT /studio/announcements/:id': changeAnnouncement,
    'PUT /studio/announcements/:id/sending': sendAnnouncement,
    'DELETE /studio/announcements/:id/sending': stopAnnouncement,
    'DELETE /studio/announcements/:id': removeAnnouncement,
  })

import { tellAnnouncements } from '#server/features/notifications/bell/tell-announcements.ts'
import { announcementTerms } from '#server/features/announcements/testing/access.ts'
import type { Trial } from './cohort-writes.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A valid body for each write about announcements. */
export const announcementBodies: Record<string, () => Record<string, unknown>> = {
  'POST /studio/announcements': () => ({ ...announcementTerms }),
  'PUT /studio/announcements/:id': () => ({ ...announcementTerms, revision: 1 }),
  'PUT /studio/announcements/:id/sending': () => ({ revision: 1, recipients: 1 }),
}

const counted = async (by: TestClient, params: { id: number }) =>
  (await by.call('GET /studio/announcements/:id/recipients', { params })).data.recipients

/** Writes an announcement and sends it to everybody, and answers its id. */
async function addAnnouncement(by: TestClient): Promise<number> {
  const params = { id: (await by.call('POST /studio/announcements', { body: announcementTerms })).data.id }
  const sent = { revision: 1, recipients: await counted(by, params) }
  await by.call('PUT /studio/announcements/:id/sending', { params, body: sent })
  return params.id
}

/** Has everybody told an announcement, and answers its id. */
export async function announce(app: TestApp, by: TestClient): Promise<number> {
  const id = await addAnnouncement(by)
  while (await tellAnnouncements(app.db, app.clock.now));
  return id
}

/** Every read about announcements, of the one that is written, and the course of a place. */
export const announcementReads = (written: { announcement: number }, place: { course: number }) => {
  const params = () => ({ id: written.announcement })
  return {
    'GET /announcements/:id': { params },
    'GET /studio/announcements': { by: 'admin' },
    'GET /studio/announcements/:id': { by: 'admin', params },
    'GET /studio/announcements/:id/recipients': { by: 'admin', params },
    'GET /studio/courses/:id/audience-days': { by: 'admin', params: () => ({ id: place.course }) },
  } as const
}

/** The writes of staff about announcements. */
export function announcementWrites(by: () => TestClient): Record<string, Trial> {
  const draft = async () => ({
    params: { id: (await by().call('POST /studio/announcements', { body: announcementTerms })).data.id },
  })
  return {
    'POST /studio/announcements': { by, make: () => ({ body: announcementTerms }), logs: ['announcement.add'] },
    'PUT /studio/announcements/:id': {
      by,
      make: async () => ({ ...(await draft()), body: { ...announcementTerms, by_letter: true, revision: 1 } }),
      logs: ['announcement.change'],
    },
    'PUT /studio/announcements/:id/sending': {
      by,
      async make() {
        const { params } = await draft()
        return { params, body: { revision: 1, recipients: await counted(by(), params) } }
      },
      logs: ['announcement.send'],
    },
    'DELETE /studio/announcements/:id/sending': {
      by,
      make: async () => ({ params: { id: await addAnnouncement(by()) } }),
      logs: ['announcement.stop'],
    },
    'DELETE /studio/announcements/:id': { by, make: draft, logs: ['announcement.remove'] },
  }
}

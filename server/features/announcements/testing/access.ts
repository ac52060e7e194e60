import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { announcements } from '#shared/features/announcements/contract.ts'
import type { AnnouncementFieldsWire } from '#shared/features/announcements/wire.ts'

export const everybody: AnnouncementFieldsWire['audience'] = {
  kind: 'brand',
  course_id: null,
  stream_id: null,
  club_id: null,
  day_id: null,
  days: null,
}

/** An announcement for the tests of every call, to everybody, now. */
export const announcementTerms: AnnouncementFieldsWire = {
  texts: { en: { title: 'A day off', body: 'On **Friday** nobody has to learn.' } },
  link: null,
  by_push: true,
  by_letter: false,
  audience: everybody,
  timing: { kind: 'now', at: null, on: null, time: null },
}
const nobodys = { params: { id: 999_999 } }
const ofStaff = (admin: number) => ({ ...statuses(401, 403, 403, 403), admin })

export const access: AccessTable<typeof announcements> = {
  'GET /announcements/:id': { expected: statuses(401, 404, 404, 404), input: () => nobodys },
  'GET /studio/announcements': { expected: ofStaff(200) },
  'GET /studio/courses/:id/audience-days': { expected: ofStaff(404), input: () => nobodys },
  'GET /studio/announcements/:id': { expected: ofStaff(404), input: () => nobodys },
  'GET /studio/announcements/:id/recipients': { expected: ofStaff(404), input: () => nobodys },
  'POST /studio/announcements': { expected: ofStaff(200), input: () => ({ body: announcementTerms }) },
  'PUT /studio/announcements/:id': {
    expected: ofStaff(404),
    input: () => ({ ...nobodys, body: { ...announcementTerms, revision: 1 } }),
  },
  'PUT /studio/announcements/:id/sending': {
    expected: ofStaff(404),
    input: () => ({ ...nobodys, body: { revision: 1, recipients: 1 } }),
  },
  'DELETE /studio/announcements/:id/sending': { expected: ofStaff(404), input: () => nobodys },
  'DELETE /studio/announcements/:id': { expected: ofStaff(404), input: () => nobodys },
}

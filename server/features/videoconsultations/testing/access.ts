import {
  type AccessTable,
  type AddressTable,
  type Expected,
  ofOneself,
  ofStaff,
  statuses,
} from '#server/platform/testing/access-table.ts'
import type { videoconsultations } from '#shared/features/videoconsultations/contract.ts'

const nowhere = statuses(401, 404, 404, 404)
const staff = { ...statuses(401, 403, 200, 403), support: 200 }
const staffNowhere: Expected = { ...statuses(401, 403, 404, 403), support: 404 }
const admins = { ...statuses(401, 403, 403, 403), admin: 422 }
/** No consultation has this id: who may make a call on one of their own is in the feature's tests. */
const none = () => ({ params: { id: 999_999_999 } })
const noneWith = (body: Record<string, unknown>) => () => ({ ...none(), body })
const noTimes = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const kind = {
  texts: {},
  course_id: null,
  length_minutes: 30,
  step_minutes: 30,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  notice_minutes: 0,
  horizon_days: 30,
  needs_confirmation: false,
  takes_quota: false,
  points: null,
  service_id: null,
  expert_ids: [999_999_999],
  is_shown: true,
}

/** The owner has no consultation; what becomes of one is in the feature's tests. */
export const access: AccessTable<typeof videoconsultations> = {
  'GET /online-consultation': { expected: ofOneself },
  'GET /course/online-consultations': { expected: ofOneself },
  'GET /online-consultation/slots': { expected: statuses(401, 422, 422, 422) },
  'POST /online-consultation': {
    expected: nowhere,
    input: ({ stream }) => ({ body: { stream_id: stream, kind_id: 999_999_999, start_date_time: 1_800_000_000 } }),
  },
  'PUT /online-consultation/update': { expected: statuses(401, 422, 422, 422) },
  'GET /online-consultation/:id': { expected: nowhere, input: none },
  'POST /online-consultation/:id/release': { expected: nowhere, input: none },
  'POST /online-consultation/:id/request': { expected: nowhere, input: noneWith({ kind: 'cancel' }) },
  'POST /online-consultation/:id/request/withdraw': { expected: nowhere, input: none },
  'POST /online-consultation/:id/request/answer': { expected: nowhere, input: noneWith({ is_agreed: true }) },
  'POST /online-consultation/:id/rating': { expected: nowhere, input: noneWith({ rating: 5 }) },
  'GET /online-consultation/:id/calendar': { expected: nowhere, input: none },
  'GET /calendar-feed': { expected: ofOneself },
  'POST /calendar-feed/renew': { expected: ofOneself },
  'GET /events': { expected: ofOneself },
  'GET /schedule': { expected: ofStaff },
  'PUT /schedule/update': { expected: ofStaff, input: () => ({ body: { repeatDays: noTimes } }) },
  'GET /studio/video-consultations': { expected: { ...statuses(401, 403, 422, 403), support: 422 } },
  'GET /studio/video-consultations/waiting': { expected: staff },
  'GET /studio/video-consultations/load': { expected: { ...statuses(401, 403, 422, 403), support: 422 } },
  'GET /studio/video-consultations/:id': { expected: staffNowhere, input: none },
  'GET /studio/video-consultations/:id/experts': { expected: staffNowhere, input: none },
  'POST /studio/video-consultations/:id/confirm': { expected: staffNowhere, input: none },
  'POST /studio/video-consultations/:id/decline': { expected: staffNowhere, input: noneWith({ reason: 'Ill' }) },
  'POST /studio/video-consultations/:id/cancel': { expected: staffNowhere, input: noneWith({ reason: 'Ill' }) },
  'POST /studio/video-consultations/:id/move': {
    expected: staffNowhere,
    input: noneWith({ start_date_time: 1_900_000_000 }),
  },
  'POST /studio/video-consultations/:id/hand-over': { expected: staffNowhere, input: noneWith({ expert_id: 1 }) },
  'POST /studio/video-consultations/:id/complete': { expected: staffNowhere, input: none },
  'POST /studio/video-consultations/:id/missed': { expected: staffNowhere, input: noneWith({ by: 'learner' }) },
  'PUT /studio/video-consultations/:id/place': {
    expected: staffNowhere,
    input: noneWith({ expert_note: '', expert_phone: '' }),
  },
  'POST /studio/video-requests/:id/approve': { expected: staffNowhere, input: none },
  'POST /studio/video-requests/:id/decline': { expected: staffNowhere, input: noneWith({ reason: '' }) },
  'GET /studio/video-kinds': { expected: staff },
  'POST /studio/video-kinds': { expected: admins, input: () => ({ body: kind }) },
  'PUT /studio/video-kinds/:id': { expected: admins, input: noneWith({ ...kind, revision: 1 }) },
  // The owner of the example is a learner, and nobody's hours are theirs.
  'GET /studio/video-hours/:expertId': {
    expected: staffNowhere,
    input: ({ person }) => ({ params: { expertId: person } }),
  },
  'PUT /studio/video-hours/:expertId': {
    expected: staffNowhere,
    input: ({ person }) => ({ params: { expertId: person }, body: { timezone: 'UTC', hours: [], revision: 0 } }),
  },
  'PUT /studio/video-hours/:expertId/calendar': {
    expected: staffNowhere,
    input: ({ person }) => ({ params: { expertId: person }, body: { url: null } }),
  },
  'POST /studio/video-hours/:expertId/absences': {
    expected: staffNowhere,
    input: ({ person }) => ({
      params: { expertId: person },
      body: { kind: 'absence', starts_at: 1_900_000_000, ends_at: 1_900_003_600 },
    }),
  },
  'DELETE /studio/video-hours/:expertId/absences/:id': {
    expected: staffNowhere,
    input: ({ person }) => ({ params: { expertId: person, id: 1 } }),
  },
}

export const addresses: AddressTable = {
  '/calendar/:id/:file': [{ expected: statuses(404, 404, 404, 404), urls: () => ['/calendar/1/none.ics'] }],
}

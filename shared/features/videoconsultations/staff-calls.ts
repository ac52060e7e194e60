import Type from 'typebox'
import { DateText, Id, Line, nullable, oneOf, Seconds } from '#shared/platform/schemas.ts'
import {
  Absence,
  Expert,
  ExpertDays,
  ExpertHours,
  ExpertLoad,
  KindFields,
  NoteText,
  PhoneText,
  ReasonText,
  StartSeconds,
  StaffConsultation,
  StaffKind,
  WeeklyHours,
  ZoneName,
} from './wire.ts'

const access = 'expert_or_support' as const
const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'The one that was changed' })
const Reason = Type.Object({ reason: ReasonText })
const kindRefusals = ['kind_untitled', 'unknown_expert', 'service_unfit'] as const

/** The studio’s calendar. Experts manage their own consultations and hours, support staff and administrators all. */
export const staffCalls = {
  'GET /studio/video-consultations': {
    access,
    summary: 'The calendar of all experts, from a date in the caller’s time zone on',
    query: Type.Object({
      from: DateText,
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 42, default: 7 })),
      expert_id: Type.Optional(Id),
    }),
    answer: Type.Object({ timezone: Type.String(), experts: Type.Array(ExpertDays) }),
  },
  'GET /studio/video-consultations/waiting': {
    access,
    summary:
      'What waits for staff: bookings to confirm and requests to move or cancel, the next to take place first; 200 at most',
    answer: Type.Array(StaffConsultation),
  },
  'GET /studio/video-consultations/load': {
    access,
    summary: 'What each expert had and has to do from a date to another, both inclusive, in the caller’s time zone',
    query: Type.Object({ from: DateText, until: DateText }),
    answer: Type.Array(ExpertLoad),
  },
  'GET /studio/video-consultations/:id': {
    access,
    summary: 'One consultation',
    answer: StaffConsultation,
  },
  'GET /studio/video-consultations/:id/experts': {
    access,
    summary: 'To whom a consultation can be handed over: the other experts of the school, those who are free first',
    answer: Type.Array(Type.Object({ expert: Expert, is_free: Type.Boolean() })),
  },
  'POST /studio/video-consultations/:id/confirm': {
    access,
    summary: 'Confirms a booking; again it changes nothing',
    answer: StaffConsultation,
    refusals: ['not_now'],
  },
  'POST /studio/video-consultations/:id/decline': {
    access,
    summary: 'Declines a booking; what was paid for it comes back',
    body: Reason,
    answer: StaffConsultation,
    refusals: ['not_now', 'reason_needed'],
  },
  'POST /studio/video-consultations/:id/cancel': {
    access,
    summary: 'Cancels what is booked; what was paid for it comes back',
    body: Reason,
    answer: StaffConsultation,
    refusals: ['not_now', 'reason_needed'],
  },
  'POST /studio/video-consultations/:id/move': {
    access,
    summary:
      'Moves a booking, to somebody else too. Of a confirmed one the learner is asked, unless they have agreed already',
    body: Type.Object({
      start_date_time: StartSeconds,
      expert_id: Type.Optional(Id),
      is_agreed: Type.Optional(Type.Boolean()),
      reason: Type.Optional(ReasonText),
    }),
    answer: StaffConsultation,
    refusals: ['not_now', 'slot_taken', 'time_overlaps', 'request_waiting', 'unknown_expert'],
  },
  'POST /studio/video-consultations/:id/hand-over': {
    access,
    summary: 'Gives a consultation to another expert at the same time',
    body: Type.Object({ expert_id: Id }),
    answer: StaffConsultation,
    refusals: ['not_now', 'slot_taken', 'unknown_expert'],
  },
  'POST /studio/video-consultations/:id/complete': {
    access,
    summary: 'It has taken place',
    answer: StaffConsultation,
    refusals: ['not_now'],
  },
  'POST /studio/video-consultations/:id/missed': {
    access,
    summary: 'Somebody did not come; what was paid comes back when it was the expert',
    body: Type.Object({ by: oneOf(['learner', 'expert']) }),
    answer: StaffConsultation,
    refusals: ['not_now'],
  },
  'PUT /studio/video-consultations/:id/place': {
    access,
    summary: 'Where it takes place if not in the call: an address or words, and a telephone number',
    body: Type.Object({ expert_note: NoteText, expert_phone: PhoneText }),
    answer: StaffConsultation,
    refusals: ['phone_unfit', 'not_now'],
  },
  'POST /studio/video-requests/:id/approve': {
    access,
    summary: 'Does what the learner asks for: moves or cancels the consultation',
    answer: StaffConsultation,
    refusals: ['request_decided', 'slot_taken', 'time_overlaps', 'not_now'],
  },
  'POST /studio/video-requests/:id/decline': {
    access,
    summary: 'Leaves the consultation as it is, with a reason; a proposal of staff is taken back',
    body: Reason,
    answer: StaffConsultation,
    refusals: ['request_decided'],
  },
  'GET /studio/video-kinds': {
    access,
    summary: 'The kinds of video consultations of the school',
    answer: Type.Array(StaffKind),
  },
  'POST /studio/video-kinds': {
    access: 'admin',
    summary: 'Adds a kind of video consultation; sent again with its Idempotency-Key it stays one',
    body: KindFields,
    answer: StaffKind,
    refusals: kindRefusals,
  },
  'PUT /studio/video-kinds/:id': {
    access: 'admin',
    summary: 'Changes a kind for those who book it from now on',
    body: Type.Object({ ...KindFields.properties, revision: Revision }),
    answer: StaffKind,
    refusals: [...kindRefusals, 'changed_meanwhile'],
  },
  'GET /studio/video-hours/:expertId': {
    access,
    summary: 'When an expert works, is away, and what their calendar elsewhere says',
    answer: ExpertHours,
  },
  'PUT /studio/video-hours/:expertId': {
    access,
    summary: 'Sets an expert’s weekly hours; what is booked stays',
    body: Type.Object({
      timezone: ZoneName,
      hours: Type.Array(WeeklyHours, { maxItems: 200 }),
      revision: Revision,
    }),
    answer: ExpertHours,
    refusals: ['unknown_timezone', 'hours_unfit', 'changed_meanwhile'],
  },
  'PUT /studio/video-hours/:expertId/calendar': {
    access,
    summary: 'Sets the address of the expert’s calendar elsewhere and reads it; null removes it',
    limit: { requests: 20, seconds: 60 },
    body: Type.Object({ url: nullable(Line(1000)) }),
    answer: ExpertHours,
    refusals: ['calendar_address_refused', 'calendar_not_reached', 'calendar_too_large', 'not_a_calendar'],
  },
  'POST /studio/video-hours/:expertId/absences': {
    access,
    summary: 'Adds an absence or extra hours; answers what is booked over an absence. Its Idempotency-Key keeps it one',
    body: Type.Object({
      kind: oneOf(['absence', 'extra']),
      starts_at: Seconds,
      ends_at: Seconds,
      note: Type.Optional(ReasonText),
    }),
    answer: Type.Object({ absence: Absence, booked: Type.Array(StaffConsultation) }),
    refusals: ['absence_unfit', 'too_many_absences'],
  },
  'DELETE /studio/video-hours/:expertId/absences/:id': {
    access,
    summary: 'Deletes an absence or extra hours',
    answer: Type.Object({}),
  },
} as const

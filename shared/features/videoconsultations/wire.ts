import Type, { type Static } from 'typebox'
import {
  Id,
  Line,
  Lines,
  nullable,
  NullableId,
  NullableSeconds,
  NullableString,
  oneOf,
  Seconds,
} from '#shared/platform/schemas.ts'
import { cancelCauses, consultationStates, consultationStatuses, paymentWays } from './states.ts'

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
/** As a clock time; 24:00 is the end of the day. */
const EndTime = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' })
const Day = Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
export const NoteText = Lines(1000)
export const PhoneText = Line(40)
export const ReasonText = Lines(500)
export const ZoneName = Line(60)
/** When something is to begin, before the year 2200. */
export const StartSeconds = Type.Integer({ minimum: 0, maximum: 7_258_118_399, description: 'Unix seconds' })

export const Expert = Type.Object({ id: Id, name: Type.String(), avatar: NullableString })
export type ExpertWire = Static<typeof Expert>

/** A kind of video consultation as learners see it, in the caller’s language. */
const Kind = Type.Object({
  id: Id,
  title: Type.String(),
  description: Type.String(),
  length_minutes: Type.Integer(),
  /** Whether an expert confirms each booking. */
  needs_confirmation: Type.Boolean(),
  /** How it can be paid for: by a consultation of the stream, with points, or by ordering a service; else it is free. */
  pay_by: Type.Array(oneOf(paymentWays)),
  points: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'What it costs in points' }),
  service_id: NullableId,
  /** Whether one has been ordered already that is still to be had; choosing the price then costs nothing more. */
  is_paid: Type.Boolean(),
  experts: Type.Array(Expert),
})
export type KindWire = Static<typeof Kind>

/** What can be booked in one of the learner’s streams. */
export const Bookable = Type.Object({
  stream_id: Id,
  course_id: Id,
  course_title: Type.String(),
  /** Consultations left in the stream; null where they are not counted. */
  left: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  points: Type.Integer({ description: 'The learner’s balance' }),
  kinds: Type.Array(Kind),
})
export type BookableWire = Static<typeof Bookable>

/** A wish to move or cancel. A learner’s is decided by staff; one of staff, to move, by the learner. */
const Wish = Type.Object({
  id: Id,
  kind: oneOf(['move', 'cancel']),
  asked_by: oneOf(['learner', 'staff']),
  start_date_time: NullableSeconds,
  /** Of a move by staff to somebody else. */
  expert: nullable(Expert),
  reason: Type.String(),
  created_at: Seconds,
})
export type WishWire = Static<typeof Wish>

const consultationFields = {
  id: Id,
  kind: Type.Object({ id: Id, title: Type.String(), length_minutes: Type.Integer() }),
  stream_id: Id,
  course_id: Id,
  expert: nullable(Expert),
  start_date_time: Seconds,
  end_date_time: Seconds,
  /** What the learner is told of it: waiting, available, complete or cancelled. */
  state: oneOf(consultationStates),
  status: oneOf(consultationStatuses),
  note: Type.String(),
  phone: Type.String(),
  /** What the expert gives in place of the call in the browser: an address or words, and a telephone number. */
  expert_note: Type.String(),
  expert_phone: Type.String(),
  pay_by: nullable(oneOf(paymentWays)),
  /** Until when a held time is kept. */
  held_until: NullableSeconds,
  /** The service that waits to be paid for. */
  service_id: NullableId,
  request: nullable(Wish),
  cancel_reason: Type.String(),
  cancel_cause: nullable(oneOf(cancelCauses)),
  rating: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  rating_comment: Type.String(),
  call_opens_at: Seconds,
  call_closes_at: Seconds,
}

/** A learner’s video consultation. */
export const OnlineConsultation = Type.Object({
  ...consultationFields,
  course: Type.Optional(Type.Object({ id: Id, title: Type.String() })),
})
export type OnlineConsultationWire = Static<typeof OnlineConsultation>

/** A video consultation as staff see it. */
export const StaffConsultation = Type.Object({
  ...consultationFields,
  learner: Type.Object({ id: Id, name: Type.String(), avatar: NullableString, timezone: Type.String() }),
  course_title: Type.String(),
  /** Whether the caller may confirm, move and cancel it. */
  is_managed: Type.Boolean(),
})
export type StaffConsultationWire = Static<typeof StaffConsultation>

const Text = Type.Object({ title: Line(150), description: Lines(2000) })

/** What staff say of a kind of video consultation. */
export const KindFields = Type.Object({
  texts: Type.Object({ en: Type.Optional(Text), ru: Type.Optional(Text), es: Type.Optional(Text) }),
  /** Null for learners of all courses. */
  course_id: nullable(Id),
  length_minutes: whole(5, 480),
  /** How far the times that are offered lie apart. */
  step_minutes: whole(5, 480),
  buffer_before_minutes: whole(0, 240),
  buffer_after_minutes: whole(0, 240),
  /** How long before it begins a time can be booked at the latest. */
  notice_minutes: whole(0, 43_200),
  horizon_days: whole(1, 366),
  needs_confirmation: Type.Boolean(),
  takes_quota: Type.Boolean({ description: 'Paid for by a consultation of the stream' }),
  points: nullable(whole(1, 1_000_000)),
  /** The service that is ordered for it; it must give consultations. */
  service_id: nullable(Id),
  expert_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
  is_shown: Type.Boolean(),
})
export type KindFieldsWire = Static<typeof KindFields>

export const StaffKind = Type.Object({ id: Id, ...KindFields.properties, revision: Type.Integer() })
export type StaffKindWire = Static<typeof StaffKind>

/** Hours of one weekday (ISO: 1 is Monday) on the expert’s clock, in quarters of an hour; both dates are inclusive. */
export const WeeklyHours = Type.Object({
  weekday: whole(1, 7),
  from_time: ClockTime,
  until_time: EndTime,
  valid_from: Day,
  valid_until: Day,
})
export type WeeklyHoursWire = Static<typeof WeeklyHours>

/** Time that an expert is away, or works besides the weekly hours. */
export const Absence = Type.Object({
  id: Id,
  expert_id: Id,
  kind: oneOf(['absence', 'extra']),
  starts_at: Seconds,
  ends_at: Seconds,
  note: Type.String(),
})
export type AbsenceWire = Static<typeof Absence>

/** The expert’s calendar elsewhere, whose busy times are not offered. Its address is a secret and is never sent. */
const OutsideCalendar = Type.Object({
  is_set: Type.Boolean(),
  host: Type.String(),
  /** When what is used was fetched; null before the first time. */
  fetched_at: NullableSeconds,
  fault: nullable(oneOf(['address_refused', 'not_reached', 'too_large', 'not_a_calendar'])),
  busy_count: Type.Integer(),
})

export const ExpertHours = Type.Object({
  expert: Expert,
  timezone: Type.String(),
  hours: Type.Array(WeeklyHours),
  absences: Type.Array(Absence),
  calendar: OutsideCalendar,
  revision: Type.Integer(),
  is_managed: Type.Boolean(),
})
export type ExpertHoursWire = Static<typeof ExpertHours>

const Span = Type.Object({ starts_at: Seconds, ends_at: Seconds })

/** One expert’s line of the calendar; `open` is when they work, `busy` what their calendar elsewhere says. */
export const ExpertDays = Type.Object({
  expert: Expert,
  timezone: Type.String(),
  open: Type.Array(Span),
  absences: Type.Array(Absence),
  busy: Type.Array(Span),
  consultations: Type.Array(StaffConsultation),
})

export const ExpertLoad = Type.Object({
  expert: Expert,
  open_minutes: Type.Integer(),
  booked_minutes: Type.Integer(),
  booked: Type.Integer(),
  complete: Type.Integer(),
  missed: Type.Integer(),
  cancelled: Type.Integer(),
  rating: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
})

/** Something that comes up for a learner. */
export const ComingEvent = Type.Object({
  /** Unique in the list. */
  key: Type.String(),
  kind: oneOf(['consultation', 'day_opens', 'stream_starts', 'stream_ends', 'reminder']),
  starts_at: Seconds,
  ends_at: NullableSeconds,
  title: Type.String(),
  course_title: Type.String(),
  stream_id: NullableId,
  day_id: NullableId,
  consultation_id: NullableId,
  reminder_id: NullableId,
})
export type ComingEventWire = Static<typeof ComingEvent>

const Times = Type.Array(ClockTime, { maxItems: 96, uniqueItems: true })

/** The quarters of an hour in which an expert works, by weekday. */
export const WeekTimes = Type.Object({
  mon: Times,
  tue: Times,
  wed: Times,
  thu: Times,
  fri: Times,
  sat: Times,
  sun: Times,
})
export type WeekTimesWire = Static<typeof WeekTimes>

import Type from 'typebox'
import { DateText, Id, NullableSeconds, oneOf, PageNumber, Seconds } from '#shared/platform/schemas.ts'
import { paymentWays } from './states.ts'
import {
  Bookable,
  ComingEvent,
  Expert,
  NoteText,
  OnlineConsultation,
  PhoneText,
  ReasonText,
  StartSeconds,
  WeekTimes,
} from './wire.ts'

const access = 'learner' as const
const Feed = Type.Object({ url: Type.String({ description: 'Secret address of the person’s calendar' }) })

/** What learners do with video consultations, and what comes up for them. */
export const learnerCalls = {
  'GET /online-consultation': {
    access,
    summary: 'One’s own video consultations: those to come by their time, or those that are over, the latest first',
    expand: ['course'],
    isPaged: true,
    query: Type.Object({
      show: Type.Optional(oneOf(['available', 'history'])),
      page: Type.Optional(PageNumber),
    }),
    answer: Type.Array(OnlineConsultation),
  },
  'GET /course/online-consultations': {
    access,
    summary: 'What can be booked in each of one’s streams, and how many consultations are left there',
    answer: Type.Array(Bookable),
  },
  'GET /online-consultation/slots': {
    access,
    summary: 'Free times of a kind of consultation, from a local date of the caller on, at most 42 days',
    query: Type.Object({
      stream_id: Id,
      kind_id: Id,
      expert_id: Type.Optional(Id),
      from: Type.Optional(DateText),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 42, default: 14 })),
    }),
    answer: Type.Object({
      timezone: Type.String({ description: 'Of the caller: the days are counted in it' }),
      /** The last local date that can be booked. */
      until: DateText,
      experts: Type.Array(Expert),
      slots: Type.Array(Type.Object({ start_date_time: Seconds, expert_ids: Type.Array(Id) })),
    }),
  },
  'POST /online-consultation': {
    access,
    summary: 'Holds a free time for ten minutes; sent again with its Idempotency-Key it stays one',
    body: Type.Object({ stream_id: Id, kind_id: Id, expert_id: Type.Optional(Id), start_date_time: StartSeconds }),
    answer: OnlineConsultation,
    refusals: ['slot_taken', 'time_overlaps', 'too_many_holds'],
  },
  'PUT /online-consultation/update': {
    access,
    summary:
      'Books the held time, or another one in its place; of what is booked it changes the note and the phone. Without pay_by: free, or by the stream’s consultations',
    query: Type.Object({ id: Id }),
    body: Type.Object({
      start_date_time: Type.Optional(StartSeconds),
      note: Type.Optional(NoteText),
      phone: Type.Optional(PhoneText),
      pay_by: Type.Optional(oneOf(paymentWays)),
    }),
    answer: OnlineConsultation,
    refusals: [
      'slot_taken',
      'time_overlaps',
      'too_many_holds',
      'none_left',
      'points_short',
      'way_unknown',
      'phone_unfit',
      'through_support',
      'not_now',
    ],
  },
  'GET /online-consultation/:id': {
    access,
    summary: 'One video consultation, for its learner and its expert',
    expand: ['course'],
    answer: OnlineConsultation,
  },
  'POST /online-consultation/:id/release': {
    access,
    summary: 'Lets a held time go; again it changes nothing',
    answer: Type.Object({}),
    refusals: ['through_support'],
  },
  'POST /online-consultation/:id/request': {
    access,
    summary: 'Asks support to move or cancel what is booked; staff decide',
    body: Type.Object({
      kind: oneOf(['move', 'cancel']),
      start_date_time: Type.Optional(StartSeconds),
      reason: Type.Optional(ReasonText),
    }),
    answer: OnlineConsultation,
    refusals: ['request_waiting', 'time_needed', 'slot_taken', 'not_now'],
  },
  'POST /online-consultation/:id/request/withdraw': {
    access,
    summary: 'Takes one’s own request back; again it changes nothing',
    answer: OnlineConsultation,
    refusals: ['request_decided'],
  },
  'POST /online-consultation/:id/request/answer': {
    access,
    summary: 'Agrees to the other time that staff propose, or not',
    body: Type.Object({ is_agreed: Type.Boolean() }),
    answer: OnlineConsultation,
    refusals: ['request_decided', 'slot_taken', 'time_overlaps'],
  },
  'POST /online-consultation/:id/rating': {
    access,
    summary: 'Rates a consultation that has taken place',
    body: Type.Object({ rating: Type.Integer({ minimum: 1, maximum: 5 }), comment: Type.Optional(ReasonText) }),
    answer: OnlineConsultation,
    refusals: ['rated_already'],
  },
  'GET /online-consultation/:id/calendar': {
    access,
    summary: 'The consultation as a file for a calendar (iCalendar), for its learner and its expert',
    answer: Type.Object({ name: Type.String(), text: Type.String() }),
  },
  'GET /calendar-feed': {
    access,
    isForOwnerOnly: true,
    summary: 'The secret address under which a calendar follows what comes up',
    answer: Feed,
  },
  'POST /calendar-feed/renew': {
    access,
    isForOwnerOnly: true,
    limit: { requests: 30, seconds: 60 },
    summary: 'Gives the feed another address; the one before is not found any more',
    answer: Feed,
  },
  'GET /events': {
    access,
    summary: 'What comes up in the next days: consultations, opening days, starts and ends of streams, reminders',
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 62, default: 31 })) }),
    answer: Type.Object({ events: Type.Array(ComingEvent), until: NullableSeconds }),
  },
  'GET /schedule': {
    access: 'expert',
    summary: 'The quarters of an hour in which the expert works, by weekday',
    answer: Type.Object({ timezone: Type.String(), repeatDays: WeekTimes }),
  },
  'PUT /schedule/update': {
    access: 'expert',
    summary: 'Sets the quarters of an hour in which the expert works',
    body: Type.Object({ repeatDays: WeekTimes }),
    answer: Type.Object({ timezone: Type.String(), repeatDays: WeekTimes }),
    refusals: ['hours_unfit'],
  },
} as const

import Type, { type Static } from 'typebox'
import { PaymentSubscription } from '#shared/features/billing/wire.ts'
import { longestText } from '#shared/features/chat/rules.ts'
import { Person } from '#shared/features/chat/contract.ts'
import { DayStatus, Consultation, StreamStatus } from '#shared/features/streams/contract.ts'
import { StaffConsultation } from '#shared/features/videoconsultations/wire.ts'
import { contract } from '#shared/platform/contract.ts'
import {
  DateText,
  Id,
  nullable,
  NullableSeconds,
  NullableString,
  oneOf,
  PageNumber,
  Seconds,
} from '#shared/platform/schemas.ts'

const count = Type.Integer({ minimum: 0 })
const HomeworkStatus = oneOf(['NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL'])

/** A learner's place in a cohort, as the learner sees it today. */
const Place = Type.Object({
  id: Id,
  cohort_id: Id,
  course_title: Type.String(),
  starts_on: DateText,
  /** With its pauses. */
  ends_on: DateText,
  status: StreamStatus,
  is_demo: Type.Boolean(),
  course_full_access: Type.Boolean(),
  days_done: count,
  days_count: count,
})
export type PlaceWire = Static<typeof Place>

/** What a learner chose in the registration chat, in the words of their school. */
const ChosenAnswer = Type.Object({ question: Type.String(), answer: Type.String() })

const Learner = Type.Object({
  ...Person.properties,
  timezone: Type.String(),
  seen_at: NullableSeconds,
  answers: Type.Array(ChosenAnswer),
  places: Type.Array(Place),
})
export type LearnerWire = Static<typeof Learner>

const Lack = Type.Object({
  kind: oneOf(['stream', 'demo', 'date', 'day', 'homework', 'start', 'lesson', 'finish']),
  /** The name of the day, the homework or the lesson. */
  title: NullableString,
  opens_on: nullable(DateText),
  homework_status: nullable(HomeworkStatus),
  watched_seconds: nullable(Type.Integer()),
  /** 0 where the length is not known. */
  length_seconds: nullable(Type.Integer()),
})
export type LackWire = Static<typeof Lack>

const PlaceDay = Type.Object({
  id: Id,
  day_number: Type.Integer(),
  title: Type.String(),
  state: DayStatus.properties.state,
  opens_on: DateText,
  started_at: NullableSeconds,
  finished_at: NullableSeconds,
  watched_seconds: count,
  lacks: Type.Array(Lack, { description: 'Why it is not done; nothing for a day of rest' }),
})
export type PlaceDayWire = Static<typeof PlaceDay>

const HandedIn = Type.Object({
  id: Id,
  course_title: Type.String(),
  title: Type.String(),
  status: HomeworkStatus,
  attempts: count,
  /** The latest attempt. */
  review_id: Id,
  submitted_at: Seconds,
  reviewed_at: NullableSeconds,
  points: count,
})
export type HandedInWire = Static<typeof HandedIn>

const ChatOfLearner = Type.Object({
  id: Id,
  course_title: Type.String(),
  message_count: count,
  waiting_since: NullableSeconds,
  last_message_at: NullableSeconds,
  consultations_used: count,
  consultations_most: Type.Integer(),
  consultations: Type.Array(
    Type.Object({
      id: Id,
      status: Consultation.properties.status,
      opened_at: Seconds,
      closed_at: NullableSeconds,
      amount: count,
      rating: Consultation.properties.rating,
    }),
  ),
})
export type ChatOfLearnerWire = Static<typeof ChatOfLearner>

const Request = Type.Object({
  id: Id,
  text: Type.String({ description: 'The beginning of the first message' }),
  state: oneOf(['open', 'answered', 'closed']),
  last_message_at: Seconds,
})

/** What is not the caller's to see is null. */
const Work = Type.Object({
  homeworks: nullable(Type.Array(HandedIn)),
  chats: nullable(Type.Array(ChatOfLearner)),
  /** Those that were booked, the last to take place first; an expert sees their own. */
  video_consultations: Type.Array(StaffConsultation),
  requests: nullable(Type.Array(Request)),
})
export type WorkWire = Static<typeof Work>

const Entry = Type.Object({
  id: Id,
  amount: Type.Integer(),
  type: Type.String(),
  /** The course, and the day or homework that the points are for, where that is known. */
  course_title: NullableString,
  title: NullableString,
  /** What staff wrote who gave or took the points. */
  note: NullableString,
  created_at: Seconds,
})
export type EntryWire = Static<typeof Entry>

const Note = Type.Object({
  id: Id,
  author: nullable(Person),
  text: Type.String(),
  created_at: Seconds,
  edited_at: NullableSeconds,
})
export type NoteWire = Static<typeof Note>
const noteBody = Type.Object({ text: Type.String({ minLength: 1, maxLength: longestText }) })

const access = 'expert_or_support' as const
const noteOfOthers = ['note_of_others'] as const

/** A learner's card, for staff: support and administrators see everybody, experts the learners of the courses where they answer. */
export const learners = contract({
  refusals: {
    note_of_others: {
      status: 403,
      text: {
        en: 'Only its author can change this note',
        ru: 'Изменить заметку может только её автор',
        es: 'Solo su autor puede cambiar esta nota',
      },
    },
  },
  calls: {
    'GET /studio/learners/:id': {
      access,
      summary:
        'A learner: zone, last visit, what they chose in the registration chat, and each course as they see it today',
      answer: Learner,
    },
    'GET /studio/learners/:id/places/:placeId': {
      access,
      summary: 'A learner’s course day by day, and why each day is not done',
      answer: Type.Object({ ...Place.properties, days: Type.Array(PlaceDay) }),
    },
    'GET /studio/learners/:id/work': {
      access,
      summary: 'Homework handed in, chats with their consultations, video consultations, and requests to support',
      answer: Work,
    },
    'GET /studio/learners/:id/points': {
      access,
      summary: 'A learner’s points with what each was for, the newest first; an expert sees those of their courses',
      isPaged: true,
      query: Type.Object({ page: Type.Optional(PageNumber) }),
      answer: Type.Array(Entry),
    },
    'GET /studio/learners/:id/orders': {
      access: 'support',
      summary: 'A learner’s subscriptions, as the learner sees them',
      answer: Type.Array(PaymentSubscription),
    },
    'GET /studio/learners/:id/notes': {
      access,
      summary:
        'What staff wrote about a learner for each other, the newest first. No learner is shown it, but it is part of the export of their data and goes with them',
      isPaged: true,
      query: Type.Object({ page: Type.Optional(PageNumber) }),
      answer: Type.Array(Note),
    },
    'POST /studio/learners/:id/notes': {
      access,
      summary: 'Adds a note about a learner; sent again with its Idempotency-Key it stays one',
      body: noteBody,
      answer: Note,
    },
    'PUT /studio/learners/:id/notes/:noteId': {
      access,
      summary: 'Changes one’s own note',
      body: noteBody,
      answer: Note,
      refusals: noteOfOthers,
    },
    'DELETE /studio/learners/:id/notes/:noteId': {
      access,
      summary: 'Deletes one’s own note; an administrator deletes anybody’s',
      answer: Type.Object({}),
      refusals: noteOfOthers,
    },
  },
})

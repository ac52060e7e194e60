import Type, { type Static } from 'typebox'
import { chatRoom, deskRoom, Person } from '#shared/features/chat/contract.ts'
import { FileIds, Message, MessageText, NullableVerdict, TimedComment } from '#shared/features/chat/message-schemas.ts'
import { keyPattern, mostCriteria } from '#shared/features/courses/course-format.ts'
import { DaySelfie } from '#shared/features/progress/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import {
  DateText,
  Id,
  nullable,
  NullableId,
  NullableSeconds,
  oneOf,
  PageNumber,
  Seconds,
} from '#shared/platform/schemas.ts'
import { homeworkRefusals } from './refusals.ts'

const HomeworkState = oneOf(['NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL'])
const TargetType = oneOf(['course_stage_homework', 'stage_day_homework'])
const Verdict = oneOf(['DONE', 'FAIL'])
const Scores = Type.Optional(Type.Array(Type.Object({ amount: Type.Integer() })))

const Homework = Type.Object({
  id: Id,
  homework_id: Id,
  course_id: Id,
  stage_id: Id,
  stage_day_id: NullableId,
  target_type: TargetType,
  title: Type.String(),
  text: Type.String({ description: 'Markdown' }),
  is_required: Type.Integer(),
  isDemoAccessible: Type.Boolean(),
  /** What an answer must contain; `any` is a text or a file. */
  answer_with: oneOf(['any', 'message', 'file', 'exercise']),
  is_selfie_required: Type.Boolean(),
  created_at: Seconds,
  updated_at: Seconds,
  scores: Scores,
})
export type HomeworkWire = Static<typeof Homework>

const UserHomework = Type.Object({
  id: Id,
  target_id: Id,
  target_type: TargetType,
  stream_id: Id,
  homework_id: Id,
  status: HomeworkState,
  is_locked: Type.Boolean(),
  lock_reason: Type.Unsafe<'demo' | 'stage' | 'stream' | null>({
    type: ['string', 'null'],
    enum: ['demo', 'stage', 'stream', null],
  }),
  attempts_count: Type.Integer(),
  /** When an answer is due, while one is awaited. */
  due_at: NullableSeconds,
  created_at: Seconds,
  updated_at: Seconds,
  scores: Scores,
})
export type UserHomeworkWire = Static<typeof UserHomework>

/** What an expert judges by, in the reader's language. */
const Criterion = Type.Object({ key: Type.String(), text: Type.String() })

const Attempt = Type.Object({
  id: Id,
  number: Type.Integer(),
  submitted_at: Seconds,
  due_at: Seconds,
  exercise: nullable(Type.Object({ id: Id, title: Type.String() })),
  is_replaced: Type.Boolean(),
  /** An expert is reviewing it now. */
  is_in_review: Type.Boolean(),
  verdict: NullableVerdict,
  points: Type.Integer(),
  criteria: Type.Optional(
    Type.Array(Type.Object({ ...Criterion.properties, is_met: Type.Boolean() }), {
      description: 'As they were when the expert answered; none where nothing was said of them',
    }),
  ),
  reviewed_at: NullableSeconds,
  submission: Message,
  answer: nullable(Message),
})
export type AttemptWire = Static<typeof Attempt>

const ReviewPlace = {
  course_id: Id,
  course_title: Type.String(),
  cohort_id: Id,
  cohort_starts_on: Type.String(),
  stage_id: Id,
  stage_title: Type.String(),
}

/** A submission in the experts' queue. */
const Review = Type.Object({
  id: Id,
  status_id: Id,
  chat_id: Id,
  number: Type.Integer(),
  learner: Person,
  ...ReviewPlace,
  homework_id: Id,
  homework_title: Type.String(),
  submitted_at: Seconds,
  due_at: Seconds,
  /** Who is reviewing it, and until when without another sign of activity. */
  claim: nullable(Type.Object({ user: Person, is_own: Type.Boolean(), until: Seconds })),
  verdict: NullableVerdict,
  reviewed_at: NullableSeconds,
  files_count: Type.Integer(),
})
export type ReviewWire = Static<typeof Review>

/** Everything an expert needs to review one submission. */
const ReviewDetail = Type.Object({
  review: Review,
  homework: Homework,
  criteria: Type.Array(Criterion),
  solution: Type.String({ description: 'Markdown, for staff alone; empty where there is none' }),
  /** The most points that an approval can give. */
  points: Type.Integer(),
  /** All of this homework's attempts, the newest first. */
  attempts: Type.Array(Attempt),
  /** With which the learner started days of its stage. */
  selfies: Type.Array(DaySelfie),
  live_seq: Type.Integer(),
})
export type ReviewDetailWire = Static<typeof ReviewDetail>

const ReviewFilters = {
  course_id: Type.Optional(Id),
  cohort_id: Type.Optional(Id),
  stage_id: Type.Optional(Id),
}

export const homework = contract({
  refusals: homeworkRefusals,
  events: {
    /** A homework's status changed: handed in, answered, taken for review. */
    homework: { room: chatRoom, stored: ['status_id'], data: Type.Object({ status: UserHomework }) },
  },
  signals: {
    /** A submission came, was taken, given back or answered. */
    review: { room: deskRoom, ids: Type.Object({ review_id: Id }) },
  },
  calls: {
    'GET /homework': {
      access: 'learner',
      summary: 'The homework of the learner’s courses',
      expand: ['scores'],
      answer: Type.Array(Homework),
    },
    'GET /user-course-streams/:streamId/user-homework': {
      access: 'learner',
      summary: 'Where the learner is with each homework of a stream',
      expand: ['scores'],
      answer: Type.Array(UserHomework),
    },
    'GET /user-course-streams/:streamId/user-homework/:statusId': {
      access: 'learner',
      summary: 'One homework with its task, attempts and verdicts',
      answer: Type.Object({
        status: UserHomework,
        homework: Homework,
        attempts: Type.Array(Attempt),
        exercises: Type.Array(Type.Object({ id: Id, title: Type.String() })),
      }),
    },
    'POST /user-course-streams/:streamId/user-homework/:statusId': {
      access: 'learner',
      summary: 'Hands a homework in; sent again with its Idempotency-Key it is one submission',
      body: Type.Object({
        message: Type.Optional(MessageText),
        file_ids: FileIds,
        exercise_id: Type.Optional(Id),
        /** The attempt that this one replaces, while nobody is reviewing it. */
        replaces_attempt_id: Type.Optional(Id),
      }),
      answer: Type.Object({ chatMessage: Message, userHomeworkStatus: UserHomework }),
      refusals: [
        'homework_locked',
        'homework_in_review',
        'homework_passed',
        'file_required',
        'message_required',
        'exercise_required',
        'files_uploading',
        'file_unusable',
      ],
    },
    'GET /studio/reviews': {
      access: 'expert',
      summary: 'The review queue of the courses one teaches, oldest first',
      query: Type.Object({
        ...ReviewFilters,
        show: Type.Optional(oneOf(['waiting', 'mine', 'done'])),
        /** Instead of the caller: what waits in this person's courses, what they hold, what they answered. */
        expert_id: Type.Optional(Id),
        /** Answered within so many days. */
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
        /** Answered in the seven days from this one on, by the caller’s time zone. */
        week: Type.Optional(DateText),
        /** Only what is, or was answered, past its due time. */
        late: Type.Optional(oneOf(['yes'])),
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      }),
      isPaged: true,
      answer: Type.Array(Review),
    },
    'GET /studio/review-filters': {
      access: 'expert',
      summary: 'Courses, cohorts and stages that have submissions waiting, with how many and how many are overdue',
      answer: Type.Array(
        Type.Object({
          ...ReviewPlace,
          waiting: Type.Integer(),
          overdue: Type.Integer(),
        }),
      ),
    },
    'GET /studio/reviews/:id': {
      access: 'expert',
      summary: 'One submission with its homework and all attempts',
      answer: ReviewDetail,
    },
    'POST /studio/reviews/next': {
      access: 'expert',
      summary:
        'Takes what one holds besides `after_id`, or the oldest free submission from it on; null when there is none',
      body: Type.Object({ ...ReviewFilters, after_id: Type.Optional(Id) }),
      answer: Type.Object({ review: nullable(Review) }),
    },
    'POST /studio/reviews/:id/claim': {
      access: 'expert',
      summary: 'Takes a submission, or says that one is still at it',
      answer: Review,
      refusals: ['review_taken', 'review_done', 'review_replaced'],
    },
    'POST /studio/reviews/:id/release': {
      access: 'expert',
      summary: 'Gives a submission back to the queue',
      answer: Review,
    },
    'POST /studio/reviews/:id/verdict': {
      access: 'expert',
      summary: 'Approves a submission or sends it back, with a comment',
      body: Type.Object({
        verdict: Verdict,
        message: Type.Optional(MessageText),
        comments: Type.Optional(Type.Array(TimedComment, { maxItems: 100 })),
        file_ids: FileIds,
        points: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
        criteria: Type.Optional(
          Type.Array(Type.Object({ key: Type.String({ pattern: keyPattern }), is_met: Type.Boolean() }), {
            maxItems: mostCriteria,
            description: 'Each criterion of the homework once, or nothing is said of them',
          }),
        ),
      }),
      answer: Review,
      refusals: [
        'review_taken',
        'review_done',
        'review_replaced',
        'comment_required',
        'too_many_points',
        'criteria_changed',
        'files_uploading',
        'file_unusable',
      ],
    },
  },
})

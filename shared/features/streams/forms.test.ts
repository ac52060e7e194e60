import { expect, test } from 'vitest'
import type { StreamStatusRecordWire, UserStreamWire } from './contract.ts'
import { streamFromWire, streamStatusFromWire } from './forms.ts'

const wire: UserStreamWire = {
  id: 9,
  course_id: 4,
  start_date: 1_780_000_000,
  end_date: 1_782_000_000,
  starts_on: '2026-05-28',
  ends_on: '2026-06-21',
  status: 'freeze',
  is_critical: true,
  days_left: 2,
  is_demo: true,
  is_optional_purchase: true,
  course_full_access: true,
  mobile_access: false,
  course_version: 3,
  lesson_set_repeat: 2,
  progress: { days_count: 10, complete_days_count: 12, progress: 120, homework_sent_back: 2 },
  message_expires_date: 1_783_000_000,
  chat_channel_id: 31,
  max_consultation_count: 5,
  filters: { level: ['beginner'] },
  user_course_stream_freeze: { status: 1, start_date: 1_780_100_000, end_date: 1_780_200_000 },
  freeze_days_left: 12,
  payment_subscription_id: 41,
  order_service_id: 51,
}

test('a stream comes in milliseconds with its progress capped at 100 [STR-01]', () => {
  expect(streamFromWire(wire)).toEqual({
    id: 9,
    courseId: 4,
    startDate: 1_780_000_000_000,
    endDate: 1_782_000_000_000,
    startsOn: '2026-05-28',
    endsOn: '2026-06-21',
    status: 'freeze',
    isCritical: true,
    daysLeft: 2,
    isDemo: true,
    isOptionalPurchase: true,
    courseFullAccess: true,
    mobileAccess: false,
    courseVersion: 3,
    lessonSetRepeat: 2,
    progress: { daysCount: 10, completeDaysCount: 12, progress: 100, homeworkSentBack: 2 },
    messageExpiresDate: 1_783_000_000_000,
    chatChannelId: 31,
    maxConsultationCount: 5,
    filters: { level: ['beginner'] },
    userCourseStreamFreeze: { status: 'active', startDate: 1_780_100_000_000, endDate: 1_780_200_000_000 },
    freezeDaysLeft: 12,
    paymentSubscriptionId: 41,
    orderServiceId: 51,
  })
})

test('absent parts of a stream are undefined, a freeze has its name [STR-01] [STR-06]', () => {
  const bare = streamFromWire({
    ...wire,
    message_expires_date: null,
    chat_channel_id: null,
    user_course_stream_freeze: null,
    payment_subscription_id: null,
    order_service_id: null,
  })
  const { messageExpiresDate, chatChannelId, userCourseStreamFreeze, paymentSubscriptionId, orderServiceId } = bare
  const absent = [messageExpiresDate, chatChannelId, userCourseStreamFreeze, paymentSubscriptionId, orderServiceId]
  expect(absent).toEqual([undefined, undefined, undefined, undefined, undefined])
  const freezes = [0, 1, 2, 3].map(status => ({ status, start_date: 1, end_date: 2 }))
  const named = freezes.map(freeze => streamFromWire({ ...wire, user_course_stream_freeze: freeze }))
  expect(named.map(stream => stream.userCourseStreamFreeze?.status)).toEqual([
    'created',
    'active',
    'canceled',
    'canceled',
  ])
  const short = {
    ...wire,
    lesson_set_repeat: null,
    message_expires_date: undefined,
    progress: undefined,
    filters: null,
  }
  expect(streamFromWire(short as unknown as UserStreamWire)).toMatchObject({
    lessonSetRepeat: undefined,
    messageExpiresDate: undefined,
    progress: { daysCount: 0, completeDaysCount: 0, progress: 0 },
    filters: {},
  })
})

const record: StreamStatusRecordWire = {
  stream: wire,
  stages: [
    { stage_id: 1, status: 'open' },
    { stage_id: 2, status: 'close' },
  ],
  days: [
    {
      id: 71,
      stage_id: 1,
      stage_day_id: 11,
      is_open_by_time_delay: true,
      is_locked: false,
      lock_reason: null,
      waits_for_day: null,
      state: 'done',
      opens_on: '2026-05-28',
      status: 'finished',
      started_at: 1_780_000_100,
      finished_at: 1_780_000_200,
    },
    {
      id: null,
      stage_id: 2,
      stage_day_id: 12,
      is_open_by_time_delay: false,
      is_locked: true,
      lock_reason: 'not_yet',
      waits_for_day: null,
      state: 'locked',
      opens_on: '2026-05-29',
      status: 'none',
      started_at: null,
      finished_at: null,
    },
  ],
  lessons: [
    { stage_day_lesson_set_lesson_id: 81, stage_day_id: 11, viewed_seconds: 40, play_count: 2, position_seconds: 17 },
    { stage_day_lesson_set_lesson_id: 82, stage_day_id: 11, viewed_seconds: 5, play_count: 1, position_seconds: 5 },
    { stage_day_lesson_set_lesson_id: 83, stage_day_id: 11, viewed_seconds: 0, play_count: 1, position_seconds: 0 },
    { stage_day_lesson_set_lesson_id: 91, stage_day_id: 12, viewed_seconds: 7, play_count: 3, position_seconds: 1 },
  ],
  chatChannelMeta: { id: 31, unread: 4 },
  current_training_stage_id: 2,
  current_training_day: { stage_id: 2, stage_day_id: 12, title: 'Second', excerpt: null },
}

test('the status record is kept by what each status is of [STR-04]', () => {
  const status = streamStatusFromWire(9, record)
  expect(status.streamId).toBe(9)
  expect(status.stages).toEqual(
    new Map([
      [1, 'open'],
      [2, 'close'],
    ]),
  )
  expect([...status.days.keys()]).toEqual([11, 12])
  expect(status.days.get(11)).toEqual({
    dayStatusId: 71,
    stageId: 1,
    dayId: 11,
    isOpenByTimeDelay: true,
    isLocked: false,
    lockReason: undefined,
    state: 'done',
    opensOn: '2026-05-28',
    status: 'finished',
    startedAt: 1_780_000_100_000,
    finishedAt: 1_780_000_200_000,
  })
  expect(status.days.get(12)).toMatchObject({ dayStatusId: undefined, isLocked: true, lockReason: 'not_yet' })
  expect(status.lessons.get(81)).toEqual({ dayId: 11, viewedSeconds: 40, playCount: 2, positionSeconds: 17 })
  expect(status.dayStatistics).toEqual(
    new Map([
      [11, { viewedSeconds: 45, playCount: 4 }],
      [12, { viewedSeconds: 7, playCount: 3 }],
    ]),
  )
  expect(status.chatChannelMeta).toEqual({ id: 31, unread: 4 })
  expect(status.currentStageId).toBe(2)
  expect(status.currentDay).toEqual({ stageId: 2, dayId: 12, title: 'Second', excerpt: '' })
  const current_training_day = { stage_id: 2, stage_day_id: 12, title: 'Second', excerpt: 'Slowly' }
  const homeworks = [{ id: 4 }] as StreamStatusRecordWire['homeworks']
  const consultations = [{ id: 6 }] as StreamStatusRecordWire['consultations']
  expect(streamStatusFromWire(9, { ...record, current_training_day, homeworks, consultations })).toMatchObject({
    currentDay: { excerpt: 'Slowly' },
    homeworks,
    consultations,
  })
})

test('parts not requested are empty [STR-04]', () => {
  const status = streamStatusFromWire(9, { stream: wire })
  expect([status.stages.size, status.days.size, status.lessons.size, status.dayStatistics.size]).toEqual([0, 0, 0, 0])
  expect(status).toMatchObject({ homeworks: [], consultations: [] })
  expect([status.chatChannelMeta, status.currentStageId, status.currentDay]).toEqual([undefined, undefined, undefined])
})

import { type LocalDate, msFromSeconds } from '#shared/platform/times.ts'
import type { DayStatusWire, StreamStatusRecordWire, UserStreamWire } from './contract.ts'
import type { StreamStatus } from './rules.ts'

/** 0, 1 and 2 on the wire. */
const freezeStatuses = ['created', 'active', 'canceled'] as const
type FreezeStatus = (typeof freezeStatuses)[number]

type StreamProgress = { daysCount: number; completeDaysCount: number; progress: number; homeworkSentBack: number }

/** A course stream of the learner; times in ms, calendar dates in the learner's time zone. */
export type UserStream = {
  id: number
  courseId: number
  startDate: number
  endDate: number
  startsOn: LocalDate
  endsOn: LocalDate
  status: StreamStatus
  isCritical: boolean
  daysLeft: number
  isDemo: boolean
  isOptionalPurchase: boolean
  courseFullAccess: boolean
  mobileAccess: boolean
  courseVersion: number
  /** Repeats of sets with a range, unless chosen for the set; undefined means as the course says. */
  lessonSetRepeat: number | undefined
  progress: StreamProgress
  messageExpiresDate: number | undefined
  chatChannelId: number | undefined
  maxConsultationCount: number
  filters: Record<string, string[]>
  userCourseStreamFreeze: { status: FreezeStatus; startDate: number; endDate: number } | undefined
  /** How many days the learner may still freeze; 0 where they may not. */
  freezeDaysLeft: number
  paymentSubscriptionId: number | undefined
  orderServiceId: number | undefined
}

function msOrNothing(seconds: number | null | undefined): number | undefined {
  return seconds === null || seconds === undefined ? undefined : msFromSeconds(seconds)
}

function progressFromWire(wire: UserStreamWire['progress'] | undefined): StreamProgress {
  return {
    daysCount: wire?.days_count ?? 0,
    completeDaysCount: wire?.complete_days_count ?? 0,
    progress: Math.min(100, wire?.progress ?? 0),
    homeworkSentBack: wire?.homework_sent_back ?? 0,
  }
}

function freezeFromWire(wire: UserStreamWire['user_course_stream_freeze'] | undefined) {
  if (!wire) return undefined
  return {
    status: freezeStatuses[wire.status] ?? 'canceled',
    startDate: msFromSeconds(wire.start_date),
    endDate: msFromSeconds(wire.end_date),
  }
}

/** A stream from the wire, asked for with all its fields: seconds to ms, progress capped at 100. */
export function streamFromWire(wire: UserStreamWire): UserStream {
  return {
    id: wire.id,
    courseId: wire.course_id,
    startDate: msFromSeconds(wire.start_date),
    endDate: msFromSeconds(wire.end_date),
    startsOn: wire.starts_on,
    endsOn: wire.ends_on,
    status: wire.status,
    isCritical: wire.is_critical,
    daysLeft: wire.days_left,
    isDemo: wire.is_demo,
    isOptionalPurchase: wire.is_optional_purchase,
    courseFullAccess: wire.course_full_access,
    mobileAccess: wire.mobile_access,
    courseVersion: wire.course_version,
    lessonSetRepeat: wire.lesson_set_repeat ?? undefined,
    progress: progressFromWire(wire.progress),
    messageExpiresDate: msOrNothing(wire.message_expires_date),
    chatChannelId: wire.chat_channel_id ?? undefined,
    maxConsultationCount: wire.max_consultation_count,
    filters: wire.filters ?? {},
    userCourseStreamFreeze: freezeFromWire(wire.user_course_stream_freeze),
    freezeDaysLeft: wire.freeze_days_left ?? 0,
    paymentSubscriptionId: wire.payment_subscription_id ?? undefined,
    orderServiceId: wire.order_service_id ?? undefined,
  }
}

/** A learner's progress in one day; times in ms. `dayStatusId` is set once the day was started. */
export type DayStatus = {
  dayStatusId: number | undefined
  stageId: number
  dayId: number
  isOpenByTimeDelay: boolean
  isLocked: boolean
  lockReason: NonNullable<DayStatusWire['lock_reason']> | undefined
  /** The number of the day that must be done first, where that is the reason. */
  waitsForDay: number | undefined
  state: DayStatusWire['state']
  opensOn: LocalDate
  status: DayStatusWire['status']
  startedAt: number | undefined
  finishedAt: number | undefined
}

type LessonStatus = { dayId: number; viewedSeconds: number; playCount: number; positionSeconds: number }

/** What was watched of a day, over all its lessons. */
export type DayStatistic = { viewedSeconds: number; playCount: number }

/** What is open, done and watched in one stream; empty where not asked for. */
export type StreamStatusRecord = {
  streamId: number
  /** By stage id. */
  stages: Map<number, 'open' | 'close'>
  /** By stage day id, in the course's order. */
  days: Map<number, DayStatus>
  /** By the id of the lesson's place in a lesson set. */
  lessons: Map<number, LessonStatus>
  /** By stage day id; only days of which something was watched. */
  dayStatistics: Map<number, DayStatistic>
  homeworks: NonNullable<StreamStatusRecordWire['homeworks']>
  consultations: NonNullable<StreamStatusRecordWire['consultations']>
  chatChannelMeta: { id: number; unread: number } | undefined
  currentStageId: number | undefined
  currentDay: { stageId: number; dayId: number; title: string; excerpt: string } | undefined
}

function dayStatusFromWire(wire: DayStatusWire): DayStatus {
  return {
    dayStatusId: wire.id ?? undefined,
    stageId: wire.stage_id,
    dayId: wire.stage_day_id,
    isOpenByTimeDelay: wire.is_open_by_time_delay,
    isLocked: wire.is_locked,
    lockReason: wire.lock_reason ?? undefined,
    waitsForDay: wire.waits_for_day ?? undefined,
    state: wire.state,
    opensOn: wire.opens_on,
    status: wire.status,
    startedAt: msOrNothing(wire.started_at),
    finishedAt: msOrNothing(wire.finished_at),
  }
}

function currentDayFromWire(wire: StreamStatusRecordWire['current_training_day']): StreamStatusRecord['currentDay'] {
  if (!wire) return undefined
  return { stageId: wire.stage_id, dayId: wire.stage_day_id, title: wire.title, excerpt: wire.excerpt ?? '' }
}

function dayStatisticsFromWire(lessons: StreamStatusRecordWire['lessons'] = []): Map<number, DayStatistic> {
  const days = new Map<number, DayStatistic>()
  for (const { stage_day_id: dayId, viewed_seconds: viewed, play_count: plays } of lessons) {
    const day = days.get(dayId) ?? { viewedSeconds: 0, playCount: 0 }
    day.viewedSeconds += viewed
    day.playCount += plays
    days.set(dayId, day)
  }
  return days
}

/** The status record of a stream from the wire, each list keyed by its subject's id. */
export function streamStatusFromWire(streamId: number, wire: StreamStatusRecordWire): StreamStatusRecord {
  return {
    streamId,
    stages: new Map(wire.stages?.map(stage => [stage.stage_id, stage.status])),
    days: new Map(wire.days?.map(day => [day.stage_day_id, dayStatusFromWire(day)])),
    lessons: new Map(
      wire.lessons?.map(lesson => [
        lesson.stage_day_lesson_set_lesson_id,
        {
          dayId: lesson.stage_day_id,
          viewedSeconds: lesson.viewed_seconds,
          playCount: lesson.play_count,
          positionSeconds: lesson.position_seconds,
        },
      ]),
    ),
    dayStatistics: dayStatisticsFromWire(wire.lessons),
    homeworks: wire.homeworks ?? [],
    consultations: wire.consultations ?? [],
    chatChannelMeta: wire.chatChannelMeta ?? undefined,
    currentStageId: wire.current_training_stage_id ?? undefined,
    currentDay: currentDayFromWire(wire.current_training_day),
  }
}

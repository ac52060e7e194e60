import { isSubscriptionActiveOn } from '#shared/features/billing/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { UserStream, type UserStreamWire } from '#shared/features/streams/contract.ts'
import {
  currentFreeze,
  daysLeft,
  effectiveEndsOn,
  isCritical,
  isExpertMessageEnabled,
  progressPercent,
  type FreezePlace,
  freezeDaysLeft,
  isFreezable,
  streamStatus,
} from '#shared/features/streams/rules.ts'
import { type LocalDate, msFromSeconds } from '#shared/platform/times.ts'
import type { Caller } from '#server/platform/http/routes.ts'
import { firstSecondOf, lastSecondOf, todayIn } from './local-days.ts'
import type { Counts, StreamRow, TermsRow } from './queries.ts'

/** What decides a stream's status on `today`, the learner's calendar date. */
export function termsOn(row: TermsRow, today: LocalDate, timeZone: string): FreezePlace {
  return {
    isDemo: row.is_demo,
    courseFullAccess: row.course_full_access,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    isOptionalPurchase: row.is_optional_purchase,
    hasActiveSubscription:
      row.subscription_status !== null &&
      isSubscriptionActiveOn(
        {
          status: row.subscription_status,
          isLifetime: row.is_subscription_lifetime ?? false,
          endsAt: row.subscription_ends_at === null ? undefined : msFromSeconds(row.subscription_ends_at),
        },
        msFromSeconds(firstSecondOf(today, timeZone)),
      ),
    isStopped: row.is_stopped,
    freezes: row.freezes,
  }
}

/** Whether the caller is the mobile app and the stream's plan does not include it. */
export function isMobileDenied(row: Pick<StreamRow, 'mobile_access'>, { appType }: Pick<Caller, 'appType'>): boolean {
  return appType === 'mobile' && !row.mobile_access
}

type StreamSettings = Pick<Brand['config'], 'daysShowWarning' | 'isChatSupport' | 'freezeDays'>

/** The learner's calendar date and zone, and the brand's settings of streams. */
export type Moment = StreamSettings & { today: LocalDate; timeZone: string }

/** The moment of a request at `now` (ms) by a learner in `timeZone`. */
export function momentOf(now: number, timeZone: string, config: StreamSettings): Moment {
  const { daysShowWarning, isChatSupport, freezeDays } = config
  return { today: todayIn(timeZone, now), timeZone, daysShowWarning, isChatSupport, freezeDays }
}

/** A stream as the contract has it. */
export function streamToWire(row: StreamRow & Counts, moment: Moment): UserStreamWire {
  const { today, timeZone, daysShowWarning, isChatSupport, freezeDays } = moment
  const terms = termsOn(row, today, timeZone)
  const endsOn = effectiveEndsOn(terms, row.freezes)
  const done = Math.min(row.complete_days_count ?? 0, row.days_count)
  return {
    id: row.id,
    course_id: row.course_id,
    start_date: firstSecondOf(row.starts_on, timeZone),
    end_date: lastSecondOf(endsOn, timeZone),
    starts_on: row.starts_on,
    ends_on: endsOn,
    status: streamStatus(terms, today),
    is_critical: isCritical(terms, today, daysShowWarning),
    days_left: daysLeft(terms, today),
    is_demo: row.is_demo,
    is_optional_purchase: row.is_optional_purchase,
    course_full_access: row.course_full_access,
    mobile_access: row.mobile_access,
    course_version: row.course_version,
    lesson_set_repeat: row.lesson_set_repeat,
    progress: {
      days_count: row.days_count,
      complete_days_count: done,
      progress: progressPercent(done, row.days_count),
      homework_sent_back: row.homework_sent_back ?? 0,
    },
    message_expires_date: row.message_expires_at,
    chat_channel_id: chatChannelId(row, isChatSupport),
    max_consultation_count: row.max_consultation_count,
    filters: row.filters,
    user_course_stream_freeze: freezeToWire(row, moment),
    freeze_days_left: isFreezable(terms, today, freezeDays) ? freezeDaysLeft(terms, freezeDays) : 0,
    payment_subscription_id: row.payment_subscription_id,
    order_service_id: row.order_service_id,
  }
}

/** The stream's chat with experts; null when it has none. */
export function chatChannelId(row: StreamRow, isChatSupport: boolean): number | null {
  const terms = {
    isDemo: row.is_demo,
    courseFullAccess: row.course_full_access,
    isDemoExpertMessageEnabled: row.is_demo_expert_message_enabled,
  }
  return isExpertMessageEnabled(terms, isChatSupport) ? row.chat_id : null
}

/** The freeze that holds or is to come, else the latest; it is created until its first day, then active. */
function freezeToWire(
  { freezes }: StreamRow,
  { today, timeZone }: Moment,
): UserStreamWire['user_course_stream_freeze'] {
  const freeze = currentFreeze(freezes, today) ?? freezes.at(-1)
  if (!freeze) return null
  return {
    status: freeze.status === 2 ? 2 : freeze.startsOn <= today ? 1 : 0,
    start_date: firstSecondOf(freeze.startsOn, timeZone),
    end_date: lastSecondOf(freeze.endsOn, timeZone),
  }
}

const fieldNames = Object.keys(UserStream.properties) as (keyof UserStreamWire)[]
const expansions: Partial<Record<keyof UserStreamWire, string>> = {
  progress: 'progress',
  user_course_stream_freeze: 'freeze',
}

/** The fields of a stream to answer: those in `fields`, or all; expansions only when named. */
export function wantedFields(fields: string | undefined, asked: readonly string[]): (keyof UserStreamWire)[] {
  const named: readonly string[] | undefined = fields?.split(',').map(name => name.trim())
  return fieldNames.filter(field => {
    const expansion = expansions[field]
    if (expansion) return asked.includes(expansion) || (named?.includes(field) ?? false)
    return named?.includes(field) ?? true
  })
}

/** `stream` with its wanted fields only, typed as the whole (see `asked` of the schemas). */
export function onlyFields(stream: UserStreamWire, wanted: readonly (keyof UserStreamWire)[]): UserStreamWire {
  if (wanted.length === fieldNames.length) return stream
  return Object.fromEntries(wanted.map(field => [field, stream[field]])) as UserStreamWire
}

import type { Copy } from '#kit/copy/copy.tsx'
import { formatDate, formatLocalDate, formatTime } from '#kit/copy/format.ts'
import type { Tone } from '#kit/ui/marks/Badge.tsx'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { DayStatus, UserStream } from '#shared/features/streams/forms.ts'
import { addDays, type LocalDate } from '#shared/platform/times.ts'

export type Words = { text: string; tone: Tone; icon: IconName }

/** The freeze that holds or is to come; the server answers that before any other. */
export function freezeToCome({ userCourseStreamFreeze: freeze }: UserStream): UserStream['userCourseStreamFreeze'] {
  return freeze && freeze.status !== 'canceled' && freeze.endDate > Date.now() ? freeze : undefined
}

/** The last day of a stream's freeze in words; '' when it has none, or it was cancelled. */
function freezeEnd(t: Copy, stream: UserStream, timeZone?: string, style?: 'medium' | 'short'): string {
  const freeze = stream.userCourseStreamFreeze
  return freeze && freeze.status !== 'canceled' ? formatDate(freeze.endDate, t.language, style, timeZone) : ''
}

/** The badge of a stream's status. A stream's dates are calendar dates in the learner's own zone. */
export function statusWords(t: Copy, stream: UserStream, timeZone?: string, style?: 'medium' | 'short'): Words {
  const ends = formatLocalDate(stream.endsOn, t.language, style)
  switch (stream.status) {
    case 'open':
    case 'started': {
      const text = stream.isOptionalPurchase ? t('streams.status.subscribed') : t('streams.status.open', { date: ends })
      return { text, tone: 'success', icon: 'play' }
    }
    case 'not_started': {
      const date = formatLocalDate(stream.startsOn, t.language, style)
      return { text: t('streams.status.not_started', { date }), tone: 'accent', icon: 'calendar' }
    }
    case 'freeze': {
      const date = freezeEnd(t, stream, timeZone, style)
      const text = date ? t('streams.status.freeze', { date }) : t('streams.status.freeze.open')
      return { text, tone: 'neutral', icon: 'pause' }
    }
    case 'stopped':
      return { text: t('streams.status.stopped'), tone: 'warning', icon: 'lock' }
    case 'ended':
      return { text: t('streams.status.ended', { date: ends }), tone: 'neutral', icon: 'check' }
  }
}

/** Why a stream's days are closed; undefined when they are open. */
export function closedWords(
  t: Copy,
  stream: UserStream,
  timeZone?: string,
): { title: string; text: string } | undefined {
  if (stream.status === 'open' || stream.status === 'started') return undefined
  const freezeDate = freezeEnd(t, stream, timeZone)
  const day = stream.status === 'not_started' ? stream.startsOn : stream.endsOn
  const date = stream.status === 'freeze' ? freezeDate : formatLocalDate(day, t.language)
  return {
    title: t(`streams.closed.${stream.status}`),
    text: t(`streams.closed.${stream.status}.text`, { date, hasDate: freezeDate ? 'yes' : 'no' }),
  }
}

type LockedDay = Pick<DayStatus, 'lockReason' | 'opensOn'> & Partial<Pick<DayStatus, 'waitsForDay'>>

/** What a locked day waits for, as the server says, in words. `today` is the learner's calendar date. */
export function lockWords(
  t: Copy,
  { lockReason, opensOn, waitsForDay }: LockedDay,
  today: LocalDate,
  style?: 'long' | 'short',
): string {
  const later = opensOn === addDays(today, 1) ? 'tomorrow' : 'later'
  return t(`streams.lock.${lockReason ?? 'stream'}`, {
    when: opensOn <= today ? 'now' : later,
    hasDay: waitsForDay === undefined ? 'no' : 'yes',
    day: waitsForDay ?? 0,
    date: formatLocalDate(opensOn, t.language, style),
  })
}

/** A locked day in the calendar, short: why the whole stream is closed is said once, above the days. */
export function lockedDayWords(t: Copy, day: LockedDay, stream: UserStream, today: LocalDate): string {
  if (day.lockReason !== 'stream') return lockWords(t, day, today, 'short')
  if (stream.status !== 'not_started') return t('streams.day.locked')
  return lockWords(t, { ...day, lockReason: 'not_yet' }, today, 'short')
}

/** The part of the day at `now` (ms) by the learner's clock. */
export function greetingOf(now: number, timeZone: string | undefined): 'night' | 'morning' | 'day' | 'evening' {
  const hour = Number(formatTime(now, 'ru', timeZone).slice(0, 2))
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'day' : 'evening'
}

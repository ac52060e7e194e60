import type { Copy } from '#kit/copy/copy.tsx'
import { formatDate, formatLocalDate } from '#kit/copy/format.ts'
import type { Tone } from '#kit/ui/Badge.tsx'
import type { IconName } from '#kit/ui/Icon.tsx'
import type { DayStatus, UserStream } from '#shared/features/streams/forms.ts'

export type Words = { text: string; tone: Tone; icon: IconName }

/** The last day of a stream's freeze in words; '' when it has none that stands. */
function freezeEnd(t: Copy, { userCourseStreamFreeze: freeze }: UserStream, timeZone?: string): string {
  return freeze && freeze.status !== 'canceled' ? formatDate(freeze.endDate, t.language, 'long', timeZone) : ''
}

/** What a stream is today, as a badge says it. Dates of the stream are the learner's own calendar dates. */
export function statusWords(t: Copy, stream: UserStream, timeZone?: string): Words {
  const ends = formatLocalDate(stream.endsOn, t.language)
  switch (stream.status) {
    case 'open':
    case 'started': {
      const text = stream.isOptionalPurchase ? t('streams.status.subscribed') : t('streams.status.open', { date: ends })
      return { text, tone: 'success', icon: 'play' }
    }
    case 'not_started': {
      const date = formatLocalDate(stream.startsOn, t.language)
      return { text: t('streams.status.not_started', { date }), tone: 'accent', icon: 'calendar' }
    }
    case 'freeze': {
      const date = freezeEnd(t, stream, timeZone)
      const text = date ? t('streams.status.freeze', { date }) : t('streams.status.freeze.open')
      return { text, tone: 'neutral', icon: 'pause' }
    }
    case 'stopped':
      return { text: t('streams.status.stopped'), tone: 'warning', icon: 'lock' }
    case 'ended':
      return { text: t('streams.status.ended', { date: ends }), tone: 'neutral', icon: 'check' }
  }
}

/** Why the days of a stream cannot be used now; undefined when they can. */
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

/** Why a day is locked, and when it opens where that is known. */
export function lockWords(
  t: Copy,
  day: Pick<DayStatus, 'lockReason' | 'opensOn'>,
  style: 'long' | 'short' = 'long',
): string {
  return t(`streams.lock.${day.lockReason ?? 'stream'}`, { date: formatLocalDate(day.opensOn, t.language, style) })
}

/** A locked day in the calendar, where the course's own state stands above: when it opens, or that it is closed. */
export function lockedDayWords(t: Copy, day: Pick<DayStatus, 'lockReason' | 'opensOn'>, stream: UserStream): string {
  if (day.lockReason !== 'stream') return lockWords(t, day, 'short')
  if (stream.status !== 'not_started') return t('streams.day.locked')
  return lockWords(t, { ...day, lockReason: 'not_yet' }, 'short')
}

/** The part of the day, by the hour of the learner's clock. */
export function greetingOf(hour: number): 'night' | 'morning' | 'day' | 'evening' {
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'day' : 'evening'
}

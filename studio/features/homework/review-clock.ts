import type { CopyKey } from '#kit/copy/copy.tsx'

export type ReviewClock = { tone: 'neutral' | 'warning' | 'danger'; key: CopyKey; hours: number; minutes: number }

const minuteMs = 60_000
/** From when on a submission is marked as pressing, in minutes before it is due. */
const pressing = 240

/** How much is left until a submission is due, or how long it is overdue. `dueAt` is in seconds, `now` in ms. */
export function reviewClock(dueAt: number, now: number): ReviewClock {
  const left = Math.ceil((dueAt * 1000 - now) / minuteMs)
  const whole = Math.abs(left)
  const parts = { hours: Math.floor(whole / 60), minutes: whole % 60 }
  const unit = whole >= 60 ? 'hours' : 'minutes'
  if (left < 0) return { tone: 'danger', key: `reviews.overdue.${unit}`, ...parts }
  return { tone: left < pressing ? 'warning' : 'neutral', key: `reviews.left.${unit}`, ...parts }
}

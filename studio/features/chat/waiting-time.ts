import type { CopyKey } from '#kit/copy/copy.tsx'

/** How long a learner waits for an answer, in words' parts. `since` is in seconds, `now` in ms. */
export function waitingTime(
  since: number,
  now: number,
): { key: CopyKey; days: number; hours: number; minutes: number } {
  const whole = Math.max(0, Math.floor((now - since * 1000) / 60_000))
  const [days, hours, minutes] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60]
  const unit = days > 0 ? 'days' : hours > 0 ? 'hours' : 'minutes'
  return { key: `inbox.waits.${unit}`, days, hours, minutes }
}

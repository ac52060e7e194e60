import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'

/** How long somebody has been waiting for an answer; `since` in Unix seconds. */
export function Waits({ since }: { since: number }) {
  const t = useCopy()
  const { key, ...values } = waitingTime(since, useNow(30_000))
  const isLong = values.days > 0
  return (
    <Badge tone={isLong ? 'danger' : 'neutral'} icon={isLong ? 'alert' : 'clock'}>
      {t(key, values)}
    </Badge>
  )
}

/** How long a learner has waited for an answer, as a text's key and values. `since` is in seconds, `now` in ms. */
export function waitingTime(
  since: number,
  now: number,
): { key: CopyKey; days: number; hours: number; minutes: number } {
  const whole = Math.max(0, Math.floor((now - since * 1000) / 60_000))
  const [days, hours, minutes] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60]
  const unit = days > 0 ? 'days' : hours > 0 ? 'hours' : 'minutes'
  return { key: `inbox.waits.${unit}`, days, hours, minutes }
}

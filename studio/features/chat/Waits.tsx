import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { waitingTime } from './waiting-time.ts'

/** How long somebody has waited for an answer; `since` in Unix seconds. */
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

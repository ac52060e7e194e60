import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { reviewClock } from './review-clock.ts'

/** What is left of the 24 hours, or by how much they are over; said in words, red only helps. */
export function ReviewClock({ dueAt }: { dueAt: number }) {
  const t = useCopy()
  const { tone, key, hours, minutes } = reviewClock(dueAt, useNow(30_000))
  return (
    <Badge tone={tone} icon={tone === 'danger' ? 'alert' : 'clock'}>
      {t(key, { hours, minutes })}
    </Badge>
  )
}

import { useCopy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { useNow } from '#kit/ui/clock.ts'
import type { LearnerWire } from '#shared/features/learners/contract.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from './Learners.module.css'

/** A learner's zone with its time now, and when they were last here. */
export function Presence({ learner: { timezone, seen_at: seenAt } }: { learner: LearnerWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const time = formatTime(useNow(60_000), t.language, timezone)
  return (
    <p className={styles.muted}>
      {t('learners.zone', { zone: timezone, time })}
      {' · '}
      {seenAt === null ? t('learners.neverSeen') : t('learners.seen', { date: moment(seenAt * 1000, 'numeric') })}
    </p>
  )
}

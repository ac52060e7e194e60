import { useCopy } from '#kit/copy/copy.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import type { Attempt, UserHomework } from '#shared/features/homework/forms.ts'
import { useNow, useTimeZone } from './clock.ts'
import { dueWords } from './homework-words.ts'

/** What the learner may expect now: an answer by some time, points, or another try; why it is locked. */
export function Standing({ status, latest }: { status: UserHomework; latest: Attempt | undefined }) {
  const t = useCopy()
  const now = useNow()
  const timeZone = useTimeZone()
  if (status.status === 'DONE') {
    return (
      <Notice live tone="success" title={t('homework.done.title')}>
        {latest?.points ? t('homework.verdict.points', { count: latest.points }) : null}
      </Notice>
    )
  }
  if (status.status === 'UPLOADED') {
    const { dueAt = latest?.dueAt ?? now } = status
    const isLate = dueAt <= now
    return (
      <Notice live tone={isLate ? 'warn' : 'info'} icon="clock" title={t('homework.checking.title')}>
        <p>{isLate ? t('homework.overdue') : t('homework.expected', { due: dueWords(t, dueAt, now, timeZone) })}</p>
        {latest?.isInReview && <p>{t('homework.checking.review')}</p>}
      </Notice>
    )
  }
  if (status.isLocked) {
    return (
      <Notice icon="lock" title={t('homework.lock.title')}>
        {t(`homework.lock.${status.lockReason ?? 'stream'}`)}
      </Notice>
    )
  }
  if (status.status !== 'FAIL') return null
  return (
    <Notice live tone="warn" icon="refresh" title={t('homework.fail.title')}>
      {t('homework.fail.text')}
    </Notice>
  )
}

import { useCopy } from '#kit/copy/copy.tsx'
import { Notice } from '#kit/ui/Notice.tsx'

/** Says that access to a course is about to end. */
export function CriticalWarning({ daysLeft }: { daysLeft: number }) {
  const t = useCopy()
  return (
    <Notice tone="warn" title={t('streams.critical', { count: daysLeft })}>
      {t('streams.critical.text')}
    </Notice>
  )
}

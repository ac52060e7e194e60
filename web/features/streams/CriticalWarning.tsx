import { useCopy } from '#kit/copy/copy.tsx'
import { Notice } from '#kit/ui/Notice.tsx'

/** Says that access to a course is about to end (STR-03, STR-09). */
export function CriticalWarning({ daysLeft }: { daysLeft: number }) {
  const t = useCopy()
  return (
    <Notice tone="warn" title={t('streams.critical', { count: daysLeft })}>
      {t('streams.critical.text')}
    </Notice>
  )
}

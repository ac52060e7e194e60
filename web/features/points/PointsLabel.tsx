import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './PointsLabel.module.css'

/** The balance as a link to the points screen; beside a back button a phone shows only the number. */
export function PointsLabel({ isBesideBack, isIdle }: { isBesideBack: boolean; isIdle: boolean }) {
  const t = useCopy()
  const { data } = useQuery({ ...callQuery('GET /user-score/amount'), enabled: isIdle, staleTime: 0 })
  if (!data) return null
  const words = t('shell.points', { count: data.amount })
  return (
    <Link href={pathTo('points')} className={styles.points} aria-label={words} data-short={isBesideBack || undefined}>
      <Icon name="star" />
      <span className={styles.words}>{words}</span>
      <span className={styles.amount}>{formatNumber(data.amount, t.language)}</span>
    </Link>
  )
}

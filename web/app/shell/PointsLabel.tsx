import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { pathTo } from '../../platform/addresses.ts'
import styles from './Header.module.css'

/** The balance in words, and the way to the points (SHL-02). Nothing until it is known. */
export function PointsLabel() {
  const t = useCopy()
  const { data } = useQuery(callQuery('GET /user-score/amount'))
  if (!data) return null
  return (
    <Link href={pathTo('points')} className={styles.points}>
      <Icon name="star" />
      {t('shell.points', { count: data.amount })}
    </Link>
  )
}

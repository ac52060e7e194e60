import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { unreadQuery } from '#studio/features/chat/data.ts'
import { waitingQuery } from '#studio/features/support/data.ts'
import { reviewFiltersQuery } from '#studio/features/homework/data.ts'
import { countsOf } from '#studio/features/homework/review-filters.ts'
import type { Section } from '../paths.ts'
import styles from './Shell.module.css'

/** What waits in a section: a number to see, words to hear. */
export function SectionCount({ section }: { section: Section }) {
  if (section === 'reviews') return <Reviews />
  if (section === 'inbox') return <Unread />
  return section === 'support' ? <Waiting /> : null
}

function Reviews() {
  const t = useCopy()
  const { data } = useQuery(reviewFiltersQuery())
  if (!data) return null
  const { waiting, overdue } = countsOf(data, {})
  return <Count count={waiting} isLate={overdue > 0} words={t('shell.reviews.count', { waiting, overdue })} />
}

function Unread() {
  const t = useCopy()
  const { data } = useQuery(unreadQuery())
  return data ? <Count count={data.total} words={t('shell.inbox.count', { count: data.total })} /> : null
}

function Waiting() {
  const t = useCopy()
  const { data } = useQuery(waitingQuery())
  return data ? <Count count={data.total} words={t('helpdesk.count', { count: data.total })} /> : null
}

function Count({ count, words, isLate }: { count: number; words: string; isLate?: boolean }) {
  if (count === 0) return null
  return (
    <span className={styles.count} data-late={isLate || undefined} title={words}>
      <span aria-hidden>{count > 999 ? '999+' : count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { PageSwitch } from '#studio/platform/PageSwitch.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { useShortcuts } from '#studio/platform/shortcuts.ts'
import { reviewsQuery, takeNext } from './data.ts'
import { ReviewFilters } from './ReviewFilters.tsx'
import { ReviewRow } from './ReviewRow.tsx'
import styles from './ReviewsScreen.module.css'
import { reviewShows, useReviewFilter } from './use-review-filter.ts'

/** The queue of submissions, oldest first, each with its 24-hour clock. */
export function ReviewsScreen() {
  const t = useCopy()
  usePageTitle(t('reviews.title'))
  const { filter, show, page, set } = useReviewFilter()
  const next = useNext()
  return (
    <>
      <header className={styles.header}>
        <h1>{t('reviews.title')}</h1>
        <ReviewFilters filter={filter} onChange={changes => set({ ...changes, page: undefined })} />
        <Button icon="play" busy={next.isBusy} onClick={next.take}>
          {t('reviews.next')} <KeyHint name="n" />
        </Button>
      </header>
      <Tabs
        label={t('reviews.tabs')}
        tabs={reviewShows.map(id => ({ id, label: t(`reviews.show.${id}`) }))}
        selected={show}
        onSelect={id => set({ show: id === 'waiting' ? undefined : id, page: undefined })}
      >
        <ReviewList key={`${show} ${page} ${JSON.stringify(filter)}`} page={page} onPage={to => set({ page: to })} />
      </Tabs>
    </>
  )
}

/** Takes the oldest free submission of the filter and opens it. */
function useNext() {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { filter, query } = useReviewFilter()
  const { run, isBusy } = useSubmit({
    send: async () => {
      const reviewId = await takeNext(filter)
      if (reviewId === undefined) toast(t('reviews.nothingFree'))
      else navigate(pathTo('review', { reviewId }, query))
    },
    failed: t('ui.error.title'),
    hasToast: true,
  })
  useShortcuts('reviews.title', [{ keys: ['n'], label: 'reviews.next', run: () => void run() }])
  return { take: () => void run(), isBusy }
}

function ReviewList({ page, onPage }: { page: number; onPage: (page: number | undefined) => void }) {
  const t = useCopy()
  const { filter, show, query } = useReviewFilter()
  const { data, error, refetch, isFetching } = useQuery({
    ...reviewsQuery(show, filter, page),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.rows.length === 0) return <Empty />
  return (
    <>
      <ol className={styles.list} aria-label={t(`reviews.show.${show}`)}>
        {data.rows.map(review => (
          <ReviewRow key={review.id} review={review} href={pathTo('review', { reviewId: review.id }, query)} />
        ))}
      </ol>
      <PageSwitch page={data.page} count={data.pageCount} onPage={to => onPage(to === 1 ? undefined : to)} />
    </>
  )
}

/** What is empty here says nothing of other courses: with a filter the way to all of them is offered. */
function Empty() {
  const t = useCopy()
  const { filter, show, set } = useReviewFilter()
  if (filter.courseId !== undefined)
    return (
      <EmptyState
        icon="check"
        title={t(`reviews.empty.filtered.${show}`)}
        action={
          <Button
            look="secondary"
            onClick={() => set({ course: undefined, cohort: undefined, stage: undefined, page: undefined })}
          >
            {t('reviews.filter.courses')}
          </Button>
        }
      />
    )
  return (
    <EmptyState icon="check" title={t(`reviews.empty.${show}`)} text={show === 'waiting' && t('reviews.empty.text')} />
  )
}

function Waiting() {
  return (
    <div className={styles.list} aria-busy>
      {[1, 2, 3, 4].map(one => (
        <Skeleton key={one} height="4.5rem" />
      ))}
    </div>
  )
}

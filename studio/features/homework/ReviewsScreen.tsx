import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { classes } from '#kit/ui/classes.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import rows from '#studio/platform/Rows.module.css'
import { useShortcuts } from '#studio/platform/shortcuts.ts'
import { reviewFiltersQuery, reviewsQuery, takeNext } from './data.ts'
import { reviewShows, useReviewFilter } from './queue.ts'
import { optionsOf, type ReviewFilter } from './review-filters.ts'
import { ReviewRow } from './ReviewRow.tsx'
import styles from './ReviewsScreen.module.css'

/** The queue of submissions, oldest first, each with its 24-hour clock. */
export function ReviewsScreen() {
  const t = useCopy()
  usePageTitle(t('reviews.title'))
  const { filter, narrowing, show, page, set } = useReviewFilter()
  const next = useNext()
  const held = useQuery(reviewsQuery('mine', filter)).data?.total ?? 0
  return (
    <>
      <ScreenHead title={t('reviews.title')}>
        <ReviewFilters filter={filter} onChange={changes => set({ ...changes, page: undefined })} />
        <Button icon="play" busy={next.isBusy} onClick={next.take}>
          {t('reviews.next')} <KeyHint name="n" />
        </Button>
      </ScreenHead>
      <Narrowed />
      <Tabs
        label={t('reviews.tabs')}
        tabs={reviewShows.map(id => ({
          id,
          label: id === 'mine' && held > 0 ? t('reviews.show.mine.count', { count: held }) : t(`reviews.show.${id}`),
        }))}
        selected={show}
        onSelect={id => set({ show: id === 'waiting' ? undefined : id, page: undefined })}
      >
        <ReviewList
          key={`${show} ${page} ${JSON.stringify([filter, narrowing])}`}
          page={page}
          onPage={to => set({ page: to })}
        />
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
  const { filter, narrowing, show, query } = useReviewFilter()
  const { data, error, refetch, isFetching } = useQuery({
    ...reviewsQuery(show, filter, page, narrowing),
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
      <ol className={classes(rows.rows, styles.list)} aria-label={t(`reviews.show.${show}`)}>
        {data.rows.map(review => (
          <ReviewRow key={review.id} review={review} href={pathTo('review', { reviewId: review.id }, query)} />
        ))}
      </ol>
      <PageSwitch page={data.page} count={data.pageCount} onPage={to => onPage(to === 1 ? undefined : to)} />
    </>
  )
}

/** Says that only what a number of the workload counts is listed, and leads back to everything. */
function Narrowed() {
  const t = useCopy()
  const { narrowing, show, set } = useReviewFilter()
  const { expert_id: expertId, days, week, late } = narrowing
  const { data } = useQuery({ ...callQuery('GET /studio/workload'), enabled: expertId !== undefined })
  if (expertId === undefined && days === undefined && week === undefined && !late) return null
  const name = data?.find(({ id }) => id === expertId)?.name
  const parts = [
    expertId !== undefined && t('reviews.narrowed.expert', { name: name ?? String(expertId) }),
    days !== undefined && show === 'done' && t('reviews.narrowed.days', { days }),
    week !== undefined &&
      show === 'done' &&
      t('reviews.narrowed.week', { date: formatLocalDate(week, t.language, 'numeric') }),
    late && t('reviews.narrowed.late'),
  ]
  return (
    <Notice>
      {parts.filter(Boolean).join(' · ')}{' '}
      <Button
        look="secondary"
        onClick={() => set({ expert: undefined, days: undefined, week: undefined, late: undefined, page: undefined })}
      >
        {t('reviews.narrowed.all')}
      </Button>
    </Notice>
  )
}

/** An empty list with a filter offers to remove it: other courses may have submissions. */
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
    <div className={classes(rows.rows, styles.list)} aria-busy>
      {[1, 2, 3, 4].map(one => (
        <Skeleton key={one} height="4.5rem" />
      ))}
    </div>
  )
}

type Changes = { course?: number; cohort?: number; stage?: number }
type Props = { filter: ReviewFilter; onChange: (changes: Changes) => void }

/** Filters by course, cohort and stage; changing the course resets the other two. */
function ReviewFilters({ filter, onChange }: Props) {
  const t = useCopy()
  const { data = [] } = useQuery(reviewFiltersQuery())
  const { courses, cohorts, stages } = optionsOf(data, filter)
  const choose = (name: keyof Changes, id: number | undefined) =>
    onChange(name === 'course' ? { course: id, cohort: undefined, stage: undefined } : { [name]: id })
  const count = (waiting: number) => t('reviews.waiting', { waiting })
  return (
    <>
      <Picker
        label={t('reviews.filter.course')}
        all={t('reviews.filter.courses')}
        gone={t('reviews.filter.gone')}
        value={filter.courseId}
        options={courses.map(({ id, title, waiting }) => ({ id, label: `${title} (${count(waiting)})` }))}
        onChoose={id => choose('course', id)}
      />
      {filter.courseId !== undefined && (
        <>
          <Picker
            label={t('reviews.filter.cohort')}
            all={t('reviews.filter.cohorts')}
            gone={t('reviews.filter.gone')}
            value={filter.cohortId}
            options={cohorts.map(({ id, title, waiting }) => ({
              id,
              label: `${formatLocalDate(title, t.language)} (${count(waiting)})`,
            }))}
            onChoose={id => choose('cohort', id)}
          />
          <Picker
            label={t('reviews.filter.stage')}
            all={t('reviews.filter.stages')}
            gone={t('reviews.filter.gone')}
            value={filter.stageId}
            options={stages.map(({ id, title, waiting }) => ({ id, label: `${title} (${count(waiting)})` }))}
            onChoose={id => choose('stage', id)}
          />
        </>
      )}
    </>
  )
}

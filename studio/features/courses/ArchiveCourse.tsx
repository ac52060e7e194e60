import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { ArchiveEffectsWire, CourseUseWire } from '#shared/features/courses/archive-calls.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { archiveEffectsQuery, refreshCourses } from './data.ts'
import styles from './Courses.module.css'

/** Asks whether to archive a course. */
export function ArchiveButton({ courseId }: { courseId: number }) {
  const t = useCopy()
  const ask = () => void openDialog(close => <ArchiveDialog courseId={courseId} onClose={() => close()} />)
  return (
    <Button look="ghost" onClick={ask}>
      {t('courses.archive')}
    </Button>
  )
}

/** Says that nobody new gets a course, and lets administrators change that. */
export function ArchivedNotice({ courseId, isAdmin }: { courseId: number; isAdmin: boolean }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('PUT /studio/courses/:id/state', { params: { id: courseId }, body: { state: 'current' } })
      await refreshCourses()
      toast(t('courses.restore.done'), { tone: 'success' })
    },
    failed: t('courses.restore.failed'),
    hasToast: true,
  })
  return (
    <Notice tone="warn" title={t('courses.archived.title')}>
      <p>{t('courses.archived.text')}</p>
      {isAdmin && (
        <Button look="secondary" busy={isBusy} onClick={() => void run()}>
          {t('courses.restore')}
        </Button>
      )}
    </Notice>
  )
}

/** Says what archiving a course means, or where it is used so that it cannot be archived yet, and archives it. */
function ArchiveDialog({ courseId, onClose }: { courseId: number; onClose: () => void }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...archiveEffectsQuery(courseId),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      await request('PUT /studio/courses/:id/state', { params: { id: courseId }, body: { state: 'archived' } })
      await refreshCourses()
      onClose()
      toast(t('courses.archive.done'), { tone: 'success' })
    },
    failed: t('courses.archive.failed'),
    // It may be used by now: then it is read where.
    onRefused: () => void refetch(),
  })
  const canBe = data?.uses.length === 0
  const footer = (
    <Button disabled={!canBe || isFetching} busy={isBusy} onClick={() => void run()}>
      {t('courses.archive')}
    </Button>
  )
  return (
    <Dialog title={t('courses.archive.ask')} footer={footer} onClose={onClose}>
      <div className={styles.effects}>
        <FailureNotice failure={failure} />
        {data ? (
          <>
            {!canBe && <Uses uses={data.uses} onLeave={onClose} />}
            <Meaning effects={data} />
          </>
        ) : error ? (
          <ErrorState busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy>
            <Skeleton height="8rem" />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** Where a course is used so that it cannot be archived, each with the way there. */
function Uses({ uses, onLeave }: { uses: readonly CourseUseWire[]; onLeave: () => void }) {
  const t = useCopy()
  return (
    <Notice tone="danger" title={t('courses.archive.used')}>
      <ul>
        {uses.map(({ kind, id, title }) => (
          <li key={`${kind} ${id}`}>
            {kind === 'product' && id !== null ? (
              <Link href={pathTo('service', { serviceId: id })} onClick={onLeave}>
                {t('courses.archive.used.product', { title })}
              </Link>
            ) : (
              <Link href={pathTo('brand')} onClick={onLeave}>
                {t('courses.archive.used.demo')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Meaning({ effects }: { effects: ArchiveEffectsWire }) {
  const t = useCopy()
  const { learners, cohorts_open: open, cohorts_coming: coming, codes, orders_waiting: orders } = effects
  return (
    <>
      <p>{t('courses.archive.text')}</p>
      <ul>
        <li>{t('courses.archive.learners', { count: learners })}</li>
        {open > 0 && <li>{t('courses.archive.open', { count: open })}</li>}
        {coming > 0 && <li>{t('courses.archive.coming', { count: coming })}</li>}
        {codes > 0 && <li>{t('courses.archive.codes', { count: codes })}</li>}
        {orders > 0 && <li>{t('courses.archive.orders', { count: orders })}</li>}
      </ul>
    </>
  )
}

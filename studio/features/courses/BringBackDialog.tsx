import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { effectsQuery, refreshCourses } from './data.ts'
import { Effects } from './Effects.tsx'
import styles from './Courses.module.css'

/** Shows what publishing a version again would do, and does just that. */
export function BringBackDialog(props: { courseId: number; version: number; onClose: () => void }) {
  const { courseId, version, onClose } = props
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...effectsQuery(courseId, version), staleTime: Infinity })
  const { run, isBusy, failure } = useSubmit({
    send: async (seal: string) => {
      const { data: published } = await request('POST /studio/courses/:id/versions', {
        params: { id: courseId },
        body: { version, seal },
      })
      await refreshCourses()
      toast(t('courses.bringBack.done', { version: published.version }), { tone: 'success' })
      onClose()
    },
    failed: t('courses.bringBack.failed'),
    // The effects may have become others: then these are to be read.
    onRefused: () => void refetch(),
  })
  const footer = (
    <Button disabled={!data || isFetching} busy={isBusy} onClick={() => data && void run(data.seal)}>
      {t('courses.bringBack.submit')}
    </Button>
  )
  return (
    <Dialog title={t('courses.bringBack.of', { version })} footer={footer} onClose={onClose}>
      <div className={styles.effects}>
        {failure.notice && (
          <Notice tone="danger" title={failure.notice.title}>
            {failure.notice.text}
          </Notice>
        )}
        <p>{t('courses.bringBack.text', { version })}</p>
        {data ? (
          <Effects effects={data.effects} />
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

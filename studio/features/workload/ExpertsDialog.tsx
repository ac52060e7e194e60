import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { nameExperts, teachingQuery } from './data.ts'
import { changeOf, type CourseExperts, type Expert } from './expert-change.ts'
import styles from './Workload.module.css'
import { queryClient } from '#kit/cache/query-client.ts'

type Props = {
  course: CourseExperts
  experts: readonly Expert[]
  userIds: readonly number[]
  onClose: () => void
}

/** Shows what naming other experts does, and does it. */
export function ExpertsDialog({ course, experts, userIds, onClose }: Props) {
  const t = useCopy()
  const change = changeOf(experts, course, userIds)
  const { run, isBusy, failure } = useSubmit({
    async send() {
      await nameExperts(course, userIds)
      toast(t('workload.experts.changed'), { tone: 'success' })
      onClose()
    },
    failed: t('workload.experts.failed'),
    onRefused: () => void queryClient.invalidateQueries({ queryKey: teachingQuery().queryKey }),
  })
  const names = (people: readonly Expert[]) => people.map(({ name }) => name).join(', ')
  const sentences = [
    change.opensToAll && t('workload.change.opens'),
    change.closesToOthers && t('workload.change.closes'),
    change.getting.length > 0 && t('workload.change.getting', { names: names(change.getting) }),
    change.losing.length > 0 && t('workload.change.losing', { names: names(change.losing) }),
    change.reviews > 0 && t('workload.change.reviews', { count: change.reviews }),
    change.chats > 0 && t('workload.change.chats', { count: change.chats }),
  ]
  const footer = (
    <Button busy={isBusy} onClick={() => void run()}>
      {t('workload.change.submit')}
    </Button>
  )
  return (
    <Dialog title={t('workload.change.title', { course: course.title })} footer={footer} onClose={onClose}>
      <div className={styles.section}>
        {failure.notice && (
          <Notice tone="danger" title={failure.notice.title}>
            {failure.notice.text}
          </Notice>
        )}
        <ul className={styles.sentences}>
          {sentences.map(sentence => sentence && <li key={sentence}>{sentence}</li>)}
        </ul>
        {change.isNobodyLeft && (
          <Notice tone="warn" title={t('workload.change.nobody')}>
            {t('workload.change.nobody.waiting', { count: course.waiting })}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { RequestList } from './RequestList.tsx'
import { RequestPane } from './RequestPane.tsx'
import styles from './Support.module.css'

/** The list of requests and, on a wide screen, the open one next to it. */
export function SupportScreen({ requestId }: { requestId?: number }) {
  return (
    <div className={styles.desk} data-open={requestId !== undefined || undefined}>
      <RequestList openId={requestId} />
      {requestId === undefined ? <Hint /> : <RequestPane key={requestId} requestId={requestId} />}
    </div>
  )
}

function Hint() {
  const t = useCopy()
  usePageTitle(t('helpdesk.title'))
  return (
    <div className={styles.hint}>
      <EmptyState icon="support" title={t('helpdesk.choose')} text={t('helpdesk.choose.text')} />
    </div>
  )
}

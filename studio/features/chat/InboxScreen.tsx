import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from './Inbox.module.css'
import { InboxList } from './InboxList.tsx'

/** All chats of the courses one teaches, those that wait longest first. */
export function InboxScreen() {
  const t = useCopy()
  usePageTitle(t('inbox.title'))
  return (
    <Inbox chatId={undefined}>
      <div className={styles.hint}>
        <EmptyState icon="chat" title={t('inbox.choose')} text={t('inbox.choose.text')} />
      </div>
    </Inbox>
  )
}

/** The list, and on a wide screen beside it the chat that is open; on a narrow one either. */
export function Inbox({ chatId, children }: { chatId: number | undefined; children: ReactNode }) {
  return (
    <div className={styles.inbox} data-open={chatId !== undefined || undefined}>
      <InboxList openId={chatId} />
      {children}
    </div>
  )
}

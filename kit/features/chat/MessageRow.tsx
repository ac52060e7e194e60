import { memo } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { MessageBubble } from './MessageBubble.tsx'
import styles from './MessageList.module.css'
import { PendingBubble } from './PendingBubble.tsx'
import type { Row } from './rows.ts'

type Props = { row: Row; isActive: boolean }

function isSame(before: Props, after: Props): boolean {
  const [one, other] = [before.row, after.row] as unknown as [Record<string, unknown>, Record<string, unknown>]
  return before.isActive === after.isActive && Object.keys(other).every(name => one[name] === other[name])
}

/** One line of the conversation, below the day or the mark of news that it begins; drawn again only when it changes. */
export const MessageRow = memo(function MessageRow({ row, isActive }: Props) {
  const t = useCopy()
  return (
    <div
      data-row={row.key}
      data-position={row.position}
      tabIndex={-1}
      className={styles.row}
      data-grouped={row.isGrouped || undefined}
    >
      {row.startsDay && (
        <p className={styles.day}>
          <time dateTime={row.startsDay}>{formatLocalDate(row.startsDay, t.language)}</time>
        </p>
      )}
      {row.isFirstUnread && <p className={styles.unread}>{t('chat.unread')}</p>}
      {row.type === 'message' ? <MessageBubble row={row} isActive={isActive} /> : <PendingBubble row={row} />}
    </div>
  )
}, isSame)

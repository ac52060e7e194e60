import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import type { ChatMessage, ChatSide, MessageHomework } from '#shared/features/chat/forms.ts'
import { Announcer } from './Announcer.tsx'
import { ConversationContext } from './conversation-context.ts'
import styles from './Conversation.module.css'
import { ConversationFailure, ConversationSkeleton } from './ConversationStates.tsx'
import { useMessages } from './conversation-data.ts'
import type { MessageDelay } from './message-delay.ts'
import { MessageComposer } from './MessageComposer.tsx'
import { MessageList } from './MessageList.tsx'
import { firstUnreadOf, rowsOf } from './rows.ts'
import { type Sending, useSending } from './sending.ts'
import { useMoment } from './use-moment.ts'
import { useScrollPlace } from './use-scroll-place.ts'
import { useViewed } from './use-viewed.ts'

export interface ConversationProps {
  chatId: number
  /** Whose view it is: the learner's, or that of any member of the staff. */
  side: ChatSide
  /** The person who looks at it. */
  userId: number
  timeZone: string
  /** Where the room chat:<id> stood when the chat was read (`live_seq`); undefined while that is not known. */
  liveSeq: number | undefined
  /** Says why nobody may write here, in the composer's place; reading goes on (CHT-12). */
  closed?: ReactNode
  /** What must lie between two messages, for learners (CHT-06). */
  messageDelay?: MessageDelay
  /** Where the homework of a submission or verdict is; without it its title is no link. */
  homeworkHref?: (homework: MessageHomework) => string | undefined
  /** Above the messages. */
  header?: ReactNode
  banner?: ReactNode
  /** Beside the messages on a wide screen. */
  aside?: ReactNode
  /** Between the messages and the composer, such as a question about the last answer. */
  prompt?: (messages: readonly ChatMessage[]) => ReactNode
  /** Below the composer's text, such as saved phrases; `insert` puts text where the cursor is wanted. */
  composerExtras?: (insert: (text: string) => void) => ReactNode
  /** Told when the number of messages that this side has not seen is known anew. */
  onUnread?: (count: number) => void
}

/** A chat between a learner and the experts of a course, the same for both (CHT-04, 06..10, 12). */
export function Conversation(props: ConversationProps) {
  const { chatId } = props
  const messages = useMessages(chatId)
  const sending = useSending(chatId)
  return (
    <section className={styles.conversation}>
      {props.header}
      {props.banner}
      {messages.data && (
        <Open key={chatId} {...props} messages={messages} known={messages.data.messages} sending={sending} />
      )}
      {!messages.data && !messages.error && <ConversationSkeleton />}
      {!messages.data && messages.error && (
        <ConversationFailure
          error={messages.error}
          busy={messages.isFetching}
          onRetry={() => void messages.refetch()}
        />
      )}
      {props.aside}
    </section>
  )
}

type OpenProps = ConversationProps & {
  messages: ReturnType<typeof useMessages>
  known: readonly ChatMessage[]
  sending: Sending
}

/** The conversation once its newest messages are there. */
function Open(props: OpenProps) {
  const { chatId, side, userId, timeZone, messages, known, sending, prompt, homeworkHref } = props
  const t = useCopy()
  const list = useRef<HTMLDivElement>(null)
  const [firstUnread] = useState(() => firstUnreadOf(known, side))
  const [editing, setEditing] = useState<ChatMessage>()
  const rows = useMemo(
    () => rowsOf(known, sending.pending, { side, userId, timeZone, firstUnread }),
    [known, sending.pending, side, userId, timeZone, firstUnread],
  )
  const onSight = useViewed({ chatId, side, messages: known, onUnread: props.onUnread })
  const { hasOlder, older, readMore } = messages
  const place = useScrollPlace(list, {
    rows,
    hasOlder: hasOlder && older === 'idle',
    readMore,
    openAt: firstUnread,
    onSight,
  })
  const showMoment = useMoment({ list, rows, shown: place.shown, hasOlder, readMore, goTo: place.goTo })
  const wished = useRef({ showMoment, sending })
  wished.current = { showMoment, sending }
  const actions = useMemo(
    () => ({
      side,
      timeZone,
      homeworkHref,
      edit: setEditing,
      retry: (key: string) => wished.current.sending.retry(key),
      discard: (key: string) => wished.current.sending.discard(key),
      showMoment: (fileId: number, at: number) => wished.current.showMoment(fileId, at),
    }),
    [side, timeZone, homeworkHref],
  )
  const last = known.at(-1)
  const unseen = known.filter(one => one.side !== side && !one.isViewed).length
  return (
    <ConversationContext value={actions}>
      <div className={styles.body}>
        <MessageList
          ref={list}
          label={t('chat.messages')}
          rows={place.shown}
          isLoadingOlder={older === 'loading'}
          top={
            <Top isEmpty={rows.length === 0} hasFailed={older === 'failed'} hasOlder={hasOlder} onRetry={readMore} />
          }
          onScroll={place.look}
          onEnd={place.goToEnd}
        />
        {!place.isAtEnd && (
          <Button look="secondary" icon="chevron-down" className={styles.newest} onClick={place.goToEnd}>
            {unseen > 0 ? t('chat.newest.count', { count: unseen }) : t('chat.newest')}
          </Button>
        )}
      </div>
      <Announcer last={last?.side === side ? undefined : last} />
      {prompt?.(known)}
      {props.closed ?? (
        <MessageComposer {...props} editing={editing} onEdited={() => setEditing(undefined)} onSent={place.goToEnd} />
      )}
    </ConversationContext>
  )
}

type TopProps = { isEmpty: boolean; hasFailed: boolean; hasOlder: boolean; onRetry: () => Promise<void> }

/** Where the conversation begins, or that more of it could not be read. */
function Top({ isEmpty, hasFailed, hasOlder, onRetry }: TopProps) {
  const t = useCopy()
  if (hasFailed) {
    return (
      <p role="alert" className={styles.top}>
        {t('chat.older.failed')}{' '}
        <Button look="ghost" icon="refresh" onClick={() => void onRetry()}>
          {t('ui.retry')}
        </Button>
      </p>
    )
  }
  if (hasOlder) return null
  return <p className={styles.top}>{t(isEmpty ? 'chat.empty' : 'chat.beginning')}</p>
}

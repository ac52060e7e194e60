import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ChatMessage, ChatSide, MessageHomework } from '#shared/features/chat/forms.ts'
import { Announcer } from './Announcer.tsx'
import { type ConversationActions, ConversationContext } from './conversation-context.ts'
import styles from './Conversation.module.css'
import { ConversationFailure, ConversationSkeleton } from './ConversationStates.tsx'
import { useMessages } from './conversation-data.ts'
import { EditComposer } from './EditComposer.tsx'
import { type MessageDelay, useMessageDelay } from './message-delay.ts'
import { MessageComposer } from './MessageComposer.tsx'
import { MessageList } from './MessageList.tsx'
import { firstUnreadOf, rowsOf } from './rows.ts'
import { type Sending, useSending } from './sending.ts'
import { useConversationLive } from './use-conversation-live.ts'
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
  /** Says why nobody may write here, in the composer's place; reading goes on. */
  closed?: ReactNode
  /** What must lie between two messages, for learners. */
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
  /** Below the composer's text, such as saved phrases. */
  composerExtras?: ReactNode
  /** Told when a message was written and is on its way. */
  onSent?: () => void
  /** Told when the number of messages that this side has not seen is known anew. */
  onUnread?: (count: number) => void
}

/** A chat between a learner and the experts of a course, the same for both. */
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

/** What the lines of the conversation may ask for, always by its newest state. */
function useActions(
  { side, timeZone, homeworkHref, sending }: OpenProps,
  edit: ConversationActions['edit'],
  showMoment: ConversationActions['showMoment'],
) {
  const now = useRef({ sending, showMoment })
  useEffect(() => {
    now.current = { sending, showMoment }
  })
  return useMemo<ConversationActions>(
    () => ({
      side,
      timeZone,
      homeworkHref,
      edit,
      retry: key => void now.current.sending.retry(key),
      discard: key => void now.current.sending.discard(key),
      showMoment: (fileId, at) => now.current.showMoment(fileId, at),
    }),
    [side, timeZone, homeworkHref, edit],
  )
}

/** The conversation once its newest messages are there. */
function Open(props: OpenProps) {
  const { chatId, side, userId, timeZone, messages, known, sending, prompt } = props
  const { hasOlder, older, readMore } = messages
  const t = useCopy()
  const list = useRef<HTMLDivElement>(null)
  const [firstUnread] = useState(() => firstUnreadOf(known, side))
  const [editing, setEditing] = useState<ChatMessage>()
  const delay = useMessageDelay(props.messageDelay, isOffline() ? undefined : sending.heldUntil)
  const rows = useMemo(
    () => rowsOf(known, sending.pending, { side, userId, timeZone, firstUnread }),
    [known, sending.pending, side, userId, timeZone, firstUnread],
  )
  useConversationLive({ chatId, side, after: props.liveSeq, onUnread: props.onUnread })
  const onSight = useViewed({ chatId, side, messages: known, onUnread: props.onUnread })
  const canRead = hasOlder && older === 'idle'
  const place = useScrollPlace(list, {
    rows,
    hasOlder: canRead,
    readMore: () => void readMore(),
    openAt: firstUnread,
    onSight,
  })
  const showMoment = useMoment({ list, rows, hasOlder, readMore, goTo: place.goTo })
  const actions = useActions(props, setEditing, (fileId, at) => void showMoment(fileId, at))
  const handleSent = () => {
    if (!isOffline()) delay.sent()
    props.onSent?.()
    place.goToEnd()
  }
  const unseen = known.filter(one => one.side !== side && !one.isViewed).length
  const composer = editing ? (
    <EditComposer key={editing.id} message={editing} onDone={() => setEditing(undefined)} />
  ) : (
    <MessageComposer {...props} wait={delay.seconds} onSent={handleSent} />
  )
  return (
    <ConversationContext value={actions}>
      <div className={styles.body}>
        <MessageList
          ref={list}
          label={t('chat.messages')}
          rows={place.shown}
          isLoadingOlder={older === 'loading'}
          top={
            <Top
              isEmpty={rows.length === 0}
              isClosed={props.closed !== undefined}
              hasFailed={older === 'failed'}
              hasOlder={hasOlder}
              onRetry={readMore}
            />
          }
          onScroll={place.look}
          onEnd={place.goToEnd}
        />
        {!place.isAtEnd && <ToNewest unseen={unseen} onPress={place.goToEnd} />}
      </div>
      <Announcer last={known.findLast(message => message.side !== side)} />
      {prompt?.(known)}
      {props.closed ?? composer}
    </ConversationContext>
  )
}

function ToNewest({ unseen, onPress }: { unseen: number; onPress: () => void }) {
  const t = useCopy()
  return (
    <Button look="secondary" icon="chevron-down" className={styles.newest} onClick={onPress}>
      {unseen > 0 ? t('chat.newest.count', { count: unseen }) : t('chat.newest')}
    </Button>
  )
}

type TopProps = {
  isEmpty: boolean
  isClosed: boolean
  hasFailed: boolean
  hasOlder: boolean
  onRetry: () => Promise<void>
}

/** Where the conversation begins, or that more of it could not be read. */
function Top({ isEmpty, isClosed, hasFailed, hasOlder, onRetry }: TopProps) {
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
  if (!isEmpty) return <p className={styles.top}>{t('chat.beginning')}</p>
  return <EmptyState icon="chat" title={t('chat.empty')} text={isClosed ? undefined : t('chat.empty.text')} />
}

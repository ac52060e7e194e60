import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import type { ChatMessage, ChatSide, MessageHomework } from '#shared/features/chat/forms.ts'
import { EditComposer, MessageComposer } from './composer/MessageComposer.tsx'
import { ConversationContext, useActions } from './conversation-context.ts'
import styles from './Conversation.module.css'
import { Announcer, ConversationFailure, ConversationSkeleton, ToNewest, Top } from './ConversationStates.tsx'
import { useConversationLive, useMessages } from './message-data.ts'
import { MessageList } from './messages/MessageList.tsx'
import { firstUnreadOf, rowsOf } from './messages/rows.ts'
import { useMoment, useScrollPlace } from './scroll-place.ts'
import { type MessageDelay, type Sending, useMessageDelay, useSending, useViewed } from './sending.ts'

export interface ConversationProps {
  chatId: number
  /** Which side is looking: the learner, or any member of staff. */
  side: ChatSide
  /** The signed-in person. */
  userId: number
  timeZone: string
  /** Where the room chat:<id> stood when the chat was read (`live_seq`); undefined while that is not known. */
  liveSeq: number | undefined
  /** Replaces the composer where nobody may write, and says why. */
  closed?: ReactNode
  /** How long learners wait between two messages. */
  messageDelay?: MessageDelay
  /** Address of the homework that a submission or verdict belongs to; without one the title is plain text. */
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
  /** Called when a message has been put in the outbox. */
  onSent?: () => void
  /** Where to go from a chat that is not there. */
  wayOut?: ReactNode
  /** Called with the number of messages that this side has not seen. */
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
          wayOut={props.wayOut}
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

/** The conversation once its newest messages have loaded. */
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

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { MessageHomework } from '#shared/features/chat/forms.ts'
import type { ChatSource, Stored } from './chat-source.ts'
import { EditComposer } from './composer/EditComposer.tsx'
import { type Composing, MessageComposer, type Writing } from './composer/MessageComposer.tsx'
import { ConversationContext, useActions } from './conversation-context.ts'
import styles from './Conversation.module.css'
import { Announcer, ConversationFailure, ConversationSkeleton, ToNewest, Top } from './ConversationStates.tsx'
import type { Message } from './message.ts'
import { takeMessage, useConversationLive, useMessages } from './message-data.ts'
import { MessageList } from './messages/MessageList.tsx'
import { firstUnreadOf, isUnseen, rowsOf } from './messages/rows.ts'
import { useMoment, useScrollPlace } from './scroll-place.ts'
import { type MessageDelay, type Sending, useMessageDelay, useSending, useViewed } from './sending.ts'

export interface ConversationProps<Wire extends Stored> {
  source: ChatSource<Wire>
  /** The reader's. */
  timeZone: string
  /** Where its room stood when the chat was read (`live_seq`); undefined while that is not known. */
  liveSeq: number | undefined
  /** Replaces the composer where nobody may write, and says why. */
  closed?: ReactNode
  /** Why nothing can be sent now; what is being written stays. */
  stopped?: string | undefined
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
  prompt?: (messages: readonly Message[], take: (wire: Wire) => void) => ReactNode
  /** Buttons at a message, such as for answering it. */
  tools?: (message: Message) => ReactNode
  /** Above the composer's text, such as the message that it answers. */
  composerTop?: (writing: Writing) => ReactNode
  /** Below the composer's text, such as saved phrases. */
  composerExtras?: ReactNode
  /** Called when a message has been put in the outbox. */
  onSent?: () => void
  /** Where to go from a chat that is not there. */
  wayOut?: ReactNode
  /** Called with the number of messages that the reader has not seen. */
  onUnread?: (count: number) => void
}

/** Messages, live, and the form for writing one, whoever talks there. */
export function Conversation<Wire extends Stored>(props: ConversationProps<Wire>) {
  const { source } = props
  const messages = useMessages(source)
  const sending = useSending(source)
  return (
    <section className={styles.conversation}>
      {props.header}
      {props.banner}
      {messages.data && (
        <Open key={source.name} {...props} messages={messages} known={messages.data.messages} sending={sending} />
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

type OpenProps<Wire extends Stored> = ConversationProps<Wire> & {
  messages: ReturnType<typeof useMessages>
  known: readonly Message[]
  sending: Sending
}

/** The conversation once its newest messages have loaded. */
function Open<Wire extends Stored>(props: OpenProps<Wire>) {
  const { source, timeZone, messages, known, sending, prompt } = props
  const { hasOlder, older, readMore } = messages
  const t = useCopy()
  const client = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const [firstUnread] = useState(() => firstUnreadOf(known))
  const [editing, setEditing] = useState<Message>()
  const composing = useRef<Composing>(null)
  const wait = useMessageDelay(props.messageDelay, sending)
  const rows = useMemo(
    () => rowsOf(known, sending.pending, { timeZone, firstUnread }),
    [known, sending.pending, timeZone, firstUnread],
  )
  useConversationLive(source, props.liveSeq, props.onUnread)
  const onSight = useViewed({ source, messages: known, onUnread: props.onUnread })
  const canRead = hasOlder && older === 'idle'
  const place = useScrollPlace(list, {
    rows,
    hasOlder: canRead,
    readMore: () => void readMore(),
    openAt: firstUnread,
    onSight,
  })
  const showMoment = useMoment({ list, rows, hasOlder, readMore, goTo: place.goTo })
  const canWrite = !props.closed && !editing
  const actions = useActions(props, {
    edit: source.edit && setEditing,
    takeBack: canWrite ? pending => void composing.current?.takeBack(pending) : undefined,
    showMoment: (fileId, at) => void showMoment(fileId, at),
  })
  const handleSent = () => {
    props.onSent?.()
    place.goToEnd()
  }
  const unseen = known.filter(isUnseen).length
  const composer =
    editing && source.edit ? (
      <EditComposer
        key={editing.id}
        source={source}
        edit={source.edit}
        message={editing}
        onDone={() => setEditing(undefined)}
      />
    ) : (
      <MessageComposer {...props} ref={composing} wait={wait} onSent={handleSent} />
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
      <Announcer last={known.findLast(message => !message.isOurs)} />
      {prompt?.(known, wire => takeMessage(client, source, wire))}
      {props.closed ?? composer}
    </ConversationContext>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { ExpertChat } from '#kit/features/chat/ExpertChat.tsx'
import type { Message } from '#kit/features/chat/message.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import type { Chat, MessageHomework } from '#shared/features/chat/forms.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { track } from '#web/platform/analytics.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { ChatsPane } from './ChatList.tsx'
import styles from './ChatScreen.module.css'
import { setUnread, useChat } from './data.ts'
import { useRoomForKeyboard } from './keyboard-room.ts'
import { RatingPrompt } from './RatingPrompt.tsx'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Above the messages of a chat. */
    chatBanner: { chatId: number }
    /** Below the list of chats. */
    chatListEnd: object
  }
}

/** Replaces the composer: why nobody may write. */
function Closed({ chat, reason }: { chat: Chat; reason: NonNullable<Chat['closedReason']> }) {
  const t = useCopy()
  const zone = useUser()?.timezone
  const date = formatDate(chat.messageExpiresDate ?? 0, t.language, 'long', zone)
  return (
    <div className={styles.closed}>
      <Notice icon="lock">{t(`chat.closed.${reason}`, { date })}</Notice>
      <Slot name="offers" courseId={chat.courseId} reason="chat" />
    </div>
  )
}

function useHomeworkHref(streamId: number | undefined) {
  return useCallback(
    ({ homeworkId }: MessageHomework) =>
      streamId === undefined ? undefined : pathTo('homework', { streamId, homeworkId }),
    [streamId],
  )
}

const ratingPrompt = (messages: readonly Message[], take: (rated: MessageWire) => void) => (
  <RatingPrompt messages={messages} onRated={take} />
)

function OpenChat({ chatId }: { chatId: number }) {
  const t = useCopy()
  const client = useQueryClient()
  const chat = useChat(chatId)
  const user = useUser()
  const homeworkHref = useHomeworkHref(chat.data?.streamId)
  const handleUnread = useCallback((count: number) => setUnread(client, chatId, count), [client, chatId])
  usePageTitle(chat.data?.title ?? '')
  if (!user) return null
  const { data } = chat
  return (
    <ExpertChat
      chatId={chatId}
      side="learner"
      userId={user.id}
      timeZone={user.timezone}
      liveSeq={data?.liveSeq}
      closed={data?.closedReason && <Closed chat={data} reason={data.closedReason} />}
      messageDelay={data && { delay: data.messageDelay, left: data.messageDelayLeft, at: chat.dataUpdatedAt }}
      homeworkHref={homeworkHref}
      header={
        <header className={styles.header}>
          {data && <Avatar name={data.title} src={data.picture?.small} size={36} />}
          <h1>
            <bdi>{data?.title ?? t('chat.title')}</bdi>
          </h1>
        </header>
      }
      banner={<Slot name="chatBanner" chatId={chatId} />}
      prompt={ratingPrompt}
      wayOut={<LinkButton href={pathTo('chats')}>{t('shell.title.chats')}</LinkButton>}
      onSent={() => track({ name: 'message_send', chat: chatId })}
      onUnread={handleUnread}
    />
  )
}

/** `/chat` and `/chat/:chatId`: on a phone the list or one conversation, on a wide screen both. */
export function ChatScreen({ chatId }: { chatId?: number }) {
  const t = useCopy()
  const room = useRoomForKeyboard()
  const Heading = chatId === undefined ? 'h1' : 'h2'
  return (
    <div ref={room} className={styles.screen} data-open={chatId !== undefined || undefined}>
      <section className={styles.chats} aria-label={t('chat.list')}>
        <Heading className={styles.heading}>{t('chat.title')}</Heading>
        <ChatsPane openId={chatId} />
        <Slot name="chatListEnd" />
      </section>
      <div className={styles.conversation}>
        {chatId === undefined ? (
          <div className={styles.hint}>
            <EmptyState icon="chat" title={t('chat.choose')} />
          </div>
        ) : (
          <OpenChat key={chatId} chatId={chatId} />
        )}
      </div>
    </div>
  )
}

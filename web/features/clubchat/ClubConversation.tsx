import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { Writing } from '#kit/features/chat/composer/MessageComposer.tsx'
import { Conversation } from '#kit/features/chat/Conversation.tsx'
import { withViewed } from '#kit/features/chat/known-messages.ts'
import { changeMessages } from '#kit/features/chat/message-data.ts'
import type { Message } from '#kit/features/chat/message.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import type { ClubChatWire } from '#shared/features/clubchat/wire.ts'
import page from '#web/features/chat/ChatScreen.module.css'
import { Answered } from './Answered.tsx'
import { useAside } from './aside.ts'
import { clubChat } from './club-chat.ts'
import { keepClubRead } from './data.ts'
import { MentionPicker } from './MentionPicker.tsx'
import { ReportDialog } from './ReportDialog.tsx'

type Props = {
  chat: ClubChatWire
  userId: number
  timeZone: string
  /** Whether they may read on. */
  isMember: boolean
  /** Why they may not write now. */
  stopped: string | undefined
  wayOut: ReactNode
}

/** The open chat of a club. */
export function ClubConversation({ chat, userId, timeZone, isMember, stopped, wayOut }: Props) {
  const t = useCopy()
  const client = useQueryClient()
  const aside = useAside(chat.id)
  const latest = useRef({ aside, readNumber: chat.read_number })
  latest.current = { aside, readNumber: chat.read_number }
  const [source] = useState(() =>
    clubChat({
      clubId: chat.id,
      userId,
      readNumber: () => latest.current.readNumber,
      aside: () => latest.current.aside,
    }),
  )
  // Read on another device, or since this one kept the chat.
  useEffect(
    () => changeMessages(client, source, before => withViewed(before, 'us', chat.read_number)),
    [client, source, chat.read_number],
  )
  const section = useRef<HTMLDivElement>(null)
  const answer = useCallback((message: Message | undefined) => {
    const { id, author, text } = message ?? {}
    latest.current.aside.answer(id === undefined ? undefined : { id, name: author?.name ?? '', text: text ?? '' })
    section.current?.querySelector('textarea')?.focus()
  }, [])
  const tools = useCallback(
    (message: Message) => <Tools clubId={chat.id} message={message} onAnswer={answer} />,
    [chat.id, answer],
  )
  const composerTop = (writing: Writing) => (
    <>
      <MentionPicker clubId={chat.id} writing={writing} onPick={aside.name} />
      {aside.replyTo && <Answered {...aside.replyTo} onCancel={() => answer(undefined)} />}
    </>
  )
  return (
    <div ref={section} className={page.whole}>
      <Conversation
        source={source}
        timeZone={timeZone}
        liveSeq={isMember ? chat.live_seq : undefined}
        stopped={stopped}
        header={<ClubChatHead title={t('clubchat.title', { title: chat.title })} />}
        tools={tools}
        composerTop={composerTop}
        wayOut={wayOut}
        onUnread={count => keepClubRead(chat.id, { unread_count: count })}
      />
    </div>
  )
}

/** What the screen is called. */
export function ClubChatHead({ title }: { title: string }) {
  return (
    <header className={page.header}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
    </header>
  )
}

type ToolsProps = { clubId: number; message: Message; onAnswer: (message: Message) => void }

/** What a member can do about a message besides copying it. */
function Tools({ clubId, message, onAnswer }: ToolsProps) {
  const t = useCopy()
  return (
    <>
      <button type="button" onClick={() => onAnswer(message)}>
        {t('clubchat.reply')}
      </button>
      {!message.isOwn && (
        <button
          type="button"
          onClick={() =>
            void openDialog(close => <ReportDialog clubId={clubId} message={message} onClose={() => close()} />)
          }
        >
          {t('clubchat.report')}
        </button>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { Conversation } from '#kit/features/chat/Conversation.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import type { MessageHomework } from '#shared/features/chat/forms.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { leaveField, useShortcuts } from '#studio/platform/shortcuts.ts'
import { useNow } from '#kit/ui/clock.ts'
import { ChatNotes } from './ChatNotes.tsx'
import { type ChatDetail, chatQuery, refreshInbox } from './data.ts'
import styles from './Inbox.module.css'
import { insertPhrase } from './insert-phrase.ts'
import { OwnerPicker } from './OwnerPicker.tsx'
import { useInboxFilter } from './use-inbox-filter.ts'

type Props = {
  chatId: number
  /** What other features have to say beside the chat. */
  extra: ReactNode
}

/** One chat: the conversation, and beside it what only staff see. */
export function ChatPane({ chatId, extra }: Props) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...chatQuery(chatId), refetchOnWindowFocus: 'always' })
  usePageTitle(data?.chat.learner.name ?? '')
  if (data) return <Found key={chatId} detail={data} extra={extra} />
  if (error instanceof RequestError && error.status === 404)
    return <EmptyState isPage icon="info" title={t('inbox.missing')} text={t('inbox.missing.text')} />
  if (error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.pane} aria-busy>
      <Skeleton height="3rem" />
      <Skeleton height="20rem" />
    </div>
  )
}

const reviewHref = ({ attemptId }: MessageHomework) => pathTo('review', { reviewId: attemptId })

function Found({ detail, extra }: { detail: ChatDetail; extra: ReactNode }) {
  const t = useCopy()
  const { chat } = detail
  const user = useUser()
  const pane = useRef<HTMLDivElement>(null)
  const field = () => pane.current?.querySelector('textarea') ?? null
  const addPhrase = () => void insertPhrase(field())
  useShortcuts('inbox.keys.chat', [
    { keys: ['m'], label: 'inbox.keys.write', run: () => field()?.focus() },
    { keys: ['/'], label: 'phrases.title', run: addPhrase },
    { keys: ['mod+/'], label: 'inbox.keys.phraseTyping', inFields: true, run: addPhrase },
    { keys: ['Escape'], label: 'inbox.keys.leaveField', inFields: true, run: leaveField },
  ])
  const phrases = (
    <Button look="ghost" onClick={addPhrase}>
      {t('phrases.title')} <KeyHint name="/" />
    </Button>
  )
  return (
    <>
      <div ref={pane} className={styles.pane}>
        <Conversation
          chatId={chat.id}
          side="expert"
          userId={user.id}
          timeZone={user.timezone}
          liveSeq={chat.live_seq}
          homeworkHref={reviewHref}
          header={<Header chat={chat} />}
          composerExtras={phrases}
          onUnread={() => void refreshInbox()}
        />
      </div>
      <aside className={styles.aside} aria-label={t('inbox.aside')}>
        <OwnerPicker detail={detail} />
        {extra}
        <ChatNotes chatId={chat.id} notes={detail.notes} />
      </aside>
    </>
  )
}

function Header({ chat }: { chat: InboxChatWire }) {
  const t = useCopy()
  const { query } = useInboxFilter()
  const { learner } = chat
  const now = useNow(60_000)
  return (
    <header className={styles.header}>
      <Link href={pathTo('inbox', {}, query)} className={styles.back}>
        {t('inbox.title')}
      </Link>
      <Avatar name={learner.name} src={learner.avatar} size={40} />
      <div className={styles.who}>
        <h1>{learner.name}</h1>
        <p className={styles.muted}>
          {chat.course_title} · {t('inbox.localTime', { time: formatTime(now, t.language, learner.timezone) })}
        </p>
      </div>
    </header>
  )
}

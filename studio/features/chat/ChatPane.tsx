import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { ExpertChat } from '#kit/features/chat/ExpertChat.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { useNow } from '#kit/ui/clock.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import type { MessageHomework } from '#shared/features/chat/forms.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { leaveField, useShortcuts } from '#studio/platform/shortcuts.ts'
import { ChatNotes } from './ChatNotes.tsx'
import { type ChatDetail, chatQuery, isHandedTo, refreshInbox, useInboxFilter } from './data.ts'
import styles from './Inbox.module.css'
import { Inbox } from './InboxScreen.tsx'
import { insertPhrase } from './PhrasePicker.tsx'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Other features' panels beside a chat. */
    chatPanel: { chatId: number }
  }
}

/** `/admin/inbox/:chatId`: one chat in the inbox. */
export function ChatScreen({ chatId }: { chatId: number }) {
  return (
    <Inbox chatId={chatId}>
      <ChatPane chatId={chatId} />
    </Inbox>
  )
}

/** One chat: the conversation, and beside it what only staff see. */
function ChatPane({ chatId }: { chatId: number }) {
  const t = useCopy()
  const { query } = useInboxFilter()
  const { data, error, refetch, isFetching } = useQuery({ ...chatQuery(chatId), refetchOnWindowFocus: 'always' })
  usePageTitle(data?.chat.learner.name ?? '')
  if (data) return <Found key={chatId} detail={data} />
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="info"
        title={t('inbox.missing')}
        text={t('inbox.missing.text')}
        action={<LinkButton href={pathTo('inbox', {}, query)}>{t('shell.inbox')}</LinkButton>}
      />
    )
  if (error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.pane} aria-busy>
      <HeadingSkeleton />
      <Skeleton height="20rem" />
    </div>
  )
}

const reviewHref = ({ attemptId }: MessageHomework) => pathTo('review', { reviewId: attemptId })

function Found({ detail }: { detail: ChatDetail }) {
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
        <ExpertChat
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
        <Slot key={chat.id} name="chatPanel" chatId={chat.id} />
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
        <h1>
          <Link href={pathTo('learner', { userId: learner.id })}>{learner.name}</Link>
        </h1>
        <p className={styles.muted}>
          {chat.course_title} · {t('inbox.localTime', { time: formatTime(now, t.language, learner.timezone) })}
        </p>
      </div>
    </header>
  )
}

/** The chat's assignee: take it, reassign it, or leave it unassigned. */
function OwnerPicker({ detail: { chat, staff } }: { detail: ChatDetail }) {
  const t = useCopy()
  const user = useUser()
  const section = useHeldFocus<HTMLElement>()
  const { run, isBusy, failure } = useSubmit({
    send: async (userId: number | null) => {
      const input = { params: { id: chat.id }, body: { user_id: userId } }
      const { data } = await request('PUT /studio/chats/:id/owner', input)
      queryClient.setQueryData(chatQuery(chat.id).queryKey, before => before && { ...before, chat: data })
      void refreshInbox()
    },
    failed: t('ui.error.title'),
  })
  const isHanded = isHandedTo(chat, user.id)
  const others = chat.owner && !staff.some(({ id }) => id === chat.owner?.id) ? [chat.owner] : []
  return (
    <section ref={section} tabIndex={-1} className={styles.part} aria-labelledby="chat-owner">
      <h2 id="chat-owner">{t('inbox.owner')}</h2>
      {isHanded && <Badge tone="accent">{t('inbox.owner.handed')}</Badge>}
      <div className={styles.line}>
        <Picker
          label={t('inbox.owner')}
          all={t('inbox.owner.none')}
          value={chat.owner?.id}
          options={[...others, ...staff].map(({ id, name }) => ({ id, label: name }))}
          onChoose={id => void run(id ?? null)}
        />
        {(isHanded || chat.owner?.id !== user.id) && (
          <Button look="secondary" busy={isBusy} onClick={() => void run(user.id)}>
            {t(isHanded ? 'inbox.owner.accept' : 'inbox.owner.take')}
          </Button>
        )}
      </div>
      <FailureNotice failure={failure} />
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { QueueList, queueReading, QueueRow, QueueSearch, useQueueKeys } from '#studio/platform/Queue.tsx'
import { inboxQuery, inboxShows, isHandedTo, useInboxFilter } from './data.ts'
import styles from './Inbox.module.css'
import { Waits } from './Waits.tsx'

/** All chats of the expert's courses, longest waiting first. */
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

/** The list, with the open chat beside it on a wide screen; a narrow one shows either. */
export function Inbox({ chatId, children }: { chatId: number | undefined; children: ReactNode }) {
  return (
    <div className={styles.inbox} data-open={chatId !== undefined || undefined}>
      <InboxList openId={chatId} />
      {children}
    </div>
  )
}

const words = {
  title: 'inbox.title',
  next: 'inbox.keys.next',
  previous: 'inbox.keys.previous',
  search: 'inbox.search',
} as const

/** The filtered chats, with search and filter above. */
function InboxList({ openId }: { openId: number | undefined }) {
  const t = useCopy()
  const { show, search, set } = useInboxFilter()
  const field = useRef<HTMLInputElement>(null)
  const Title = openId === undefined ? 'h1' : 'h2'
  return (
    <section className={styles.side} aria-labelledby="inbox-title">
      <Title id="inbox-title">{t('inbox.title')}</Title>
      <div className={styles.filters}>
        <QueueSearch
          field={field}
          label={t('inbox.search')}
          search={search}
          onSearch={text => set({ search: text, page: undefined })}
        />
        <Picker
          label={t('inbox.filter')}
          value={show}
          options={inboxShows.map(id => ({ id, label: t(`inbox.show.${id}`) }))}
          onChoose={id => set({ show: id === 'waiting' ? undefined : id, page: undefined })}
        />
      </div>
      <Chats openId={openId} search={field} />
    </section>
  )
}

type ChatsProps = { openId: number | undefined; search: RefObject<HTMLInputElement | null> }

function Chats({ openId, search }: ChatsProps) {
  const t = useCopy()
  const filter = useInboxFilter()
  const answer = useQuery({ ...inboxQuery(filter, filter.page), ...queueReading })
  const hrefOf = (chatId: number) => pathTo('chat', { chatId }, filter.query)
  useQueueKeys({ rows: answer.data?.rows, openId, hrefOf, search, words })
  return (
    <QueueList
      answer={answer}
      label={t(`inbox.show.${filter.show}`)}
      empty={t(filter.search ? 'inbox.empty.search' : `inbox.empty.${filter.show}`)}
      onPage={page => filter.set({ page })}
    >
      {chat => <InboxRow key={chat.id} chat={chat} isOpen={chat.id === openId} href={hrefOf(chat.id)} />}
    </QueueList>
  )
}

type Props = { chat: InboxChatWire; href: string; isOpen: boolean }

/** One chat in the inbox: the learner, the last message, the waiting time, the assignee. */
function InboxRow({ chat, href, isOpen }: Props) {
  const t = useCopy()
  const user = useUser()
  const { learner, unread_count: unread } = chat
  const count = unread > 0 && (
    <span className={styles.unread} aria-label={t('inbox.unread', { count: unread })} role="img">
      {unread}
    </span>
  )
  const marks = (
    <>
      {chat.waiting_since !== null && <Waits since={chat.waiting_since} />}
      {isHandedTo(chat, user.id) && <Badge tone="accent">{t('inbox.owner.handed')}</Badge>}
      {chat.owner && <Badge icon="user">{chat.owner.name}</Badge>}
      {chat.has_consultation_order && <Badge tone="accent">{t('inbox.order')}</Badge>}
      {chat.has_open_consultation && <Badge tone="accent">{t('inbox.consultation')}</Badge>}
    </>
  )
  return (
    <QueueRow
      href={href}
      isOpen={isOpen}
      name={learner.name}
      avatar={learner.avatar}
      about={chat.course_title}
      count={count}
      lastWords={lastWords(chat, t)}
      marks={marks}
    />
  )
}

function lastWords({ last_message: last }: InboxChatWire, t: Copy): string {
  if (!last) return t('inbox.noMessages')
  const words = last.message || t('inbox.files', { count: last.files_count })
  return last.is_expert ? t('inbox.answered', { words }) : words
}

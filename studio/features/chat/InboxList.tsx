import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/Picker.tsx'
import { QueueList, queueReading, QueueSearch, useQueueKeys } from '#studio/platform/Queue.tsx'
import { inboxQuery } from './data.ts'
import styles from './Inbox.module.css'
import { InboxRow } from './InboxRow.tsx'
import { inboxShows, useInboxFilter } from './use-inbox-filter.ts'

const words = {
  title: 'inbox.title',
  next: 'inbox.keys.next',
  previous: 'inbox.keys.previous',
  search: 'inbox.search',
} as const

/** The chats that were asked for, with search and filter above. */
export function InboxList({ openId }: { openId: number | undefined }) {
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

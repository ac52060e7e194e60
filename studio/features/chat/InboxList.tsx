import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import { pathTo } from '../../platform/addresses.ts'
import { PageSwitch } from '../../platform/PageSwitch.tsx'
import { Picker } from '../../platform/Picker.tsx'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { inboxQuery } from './data.ts'
import styles from './Inbox.module.css'
import { InboxRow } from './InboxRow.tsx'
import { inboxShows, useInboxFilter } from './use-inbox-filter.ts'

/** After how long without a key a search is asked, in ms. */
const pause = 300

/** The chats that were asked for, with search and filter above. */
export function InboxList({ openId }: { openId: number | undefined }) {
  const t = useCopy()
  const { show, set } = useInboxFilter()
  const search = useRef<HTMLInputElement>(null)
  const Title = openId === undefined ? 'h1' : 'h2'
  return (
    <section className={styles.side} aria-labelledby="inbox-title">
      <Title id="inbox-title">{t('inbox.title')}</Title>
      <div className={styles.filters}>
        <SearchField field={search} />
        <Picker
          label={t('inbox.filter')}
          value={show}
          options={inboxShows.map(id => ({ id, label: t(`inbox.show.${id}`) }))}
          onChoose={id => set({ show: id === 'waiting' ? undefined : id, page: undefined })}
        />
      </div>
      <Chats openId={openId} search={search} />
    </section>
  )
}

function SearchField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const t = useCopy()
  const { search, set } = useInboxFilter()
  const [text, setText] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleChange = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => set({ search: next.trim() || undefined, page: undefined }), pause)
  }
  return (
    <input
      ref={field}
      type="search"
      className={styles.search}
      aria-label={t('inbox.search')}
      placeholder={t('inbox.search')}
      maxLength={100}
      value={text}
      onChange={event => handleChange(event.target.value)}
    />
  )
}

type ChatsProps = { openId: number | undefined; search: RefObject<HTMLInputElement | null> }

function Chats({ openId, search }: ChatsProps) {
  const t = useCopy()
  const filter = useInboxFilter()
  const { data, error, refetch, isFetching } = useQuery({
    ...inboxQuery(filter, filter.page),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  useInboxKeys(data?.rows ?? [], openId, search)
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.list} aria-busy>
        {[1, 2, 3, 4, 5].map(one => (
          <Skeleton key={one} height="5rem" />
        ))}
      </div>
    )
  if (data.rows.length === 0)
    return <EmptyState icon="check" title={t(filter.search ? 'inbox.empty.search' : `inbox.empty.${filter.show}`)} />
  return (
    <>
      <ol className={styles.list} aria-label={t(`inbox.show.${filter.show}`)}>
        {data.rows.map(chat => (
          <InboxRow
            key={chat.id}
            chat={chat}
            isOpen={chat.id === openId}
            href={pathTo('chat', { chatId: chat.id }, filter.query)}
          />
        ))}
      </ol>
      <PageSwitch
        page={data.page}
        count={data.pageCount}
        onPage={page => filter.set({ page: page === 1 ? undefined : page })}
      />
    </>
  )
}

/** The next and the previous chat, and the search, by keyboard. */
function useInboxKeys(chats: readonly InboxChatWire[], openId: number | undefined, search: ChatsProps['search']) {
  const [, navigate] = useLocation()
  const { query } = useInboxFilter()
  const go = (step: 1 | -1) => {
    const at = chats.findIndex(({ id }) => id === openId)
    const next = at < 0 ? chats.at(step > 0 ? 0 : -1) : chats[at + step]
    if (next) navigate(pathTo('chat', { chatId: next.id }, query))
  }
  useShortcuts('inbox.title', [
    { keys: ['j'], label: 'inbox.keys.next', run: () => go(1) },
    { keys: ['k'], label: 'inbox.keys.previous', run: () => go(-1) },
    { keys: ['s'], label: 'inbox.search', run: () => search.current?.focus() },
  ])
}

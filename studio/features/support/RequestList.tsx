import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import type { DeskRequestWire } from '#shared/features/support/contract.ts'
import { pathTo } from '../../platform/addresses.ts'
import { PageSwitch } from '../../platform/PageSwitch.tsx'
import { Picker } from '../../platform/Picker.tsx'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { categoriesQuery, requestsQuery } from './data.ts'
import { RequestRow } from './RequestRow.tsx'
import styles from './Support.module.css'
import { supportShows, useSupportFilter } from './use-support-filter.ts'

/** After how long without a key a search is asked, in ms. */
const pause = 300

/** What was asked of support, with search and filters above. */
export function RequestList({ openId }: { openId: number | undefined }) {
  const t = useCopy()
  const { show, categoryId, set } = useSupportFilter()
  const { data: topics = [] } = useQuery(categoriesQuery())
  const search = useRef<HTMLInputElement>(null)
  const Title = openId === undefined ? 'h1' : 'h2'
  return (
    <section className={styles.side} aria-labelledby="support-title">
      <Title id="support-title">{t('helpdesk.title')}</Title>
      <div className={styles.filters}>
        <SearchField field={search} />
        <Picker
          label={t('helpdesk.filter')}
          value={show}
          options={supportShows.map(id => ({ id, label: t(`helpdesk.show.${id}`) }))}
          onChoose={id => set({ show: id === 'open' ? undefined : id, page: undefined })}
        />
        <Picker
          label={t('helpdesk.topic')}
          all={t('helpdesk.topic.all')}
          value={categoryId}
          options={topics.map(({ id, name }) => ({ id, label: name }))}
          onChoose={id => set({ topic: id, page: undefined })}
        />
      </div>
      <Requests openId={openId} search={search} />
    </section>
  )
}

function SearchField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const t = useCopy()
  const { search, set } = useSupportFilter()
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
      aria-label={t('helpdesk.search')}
      placeholder={t('helpdesk.search')}
      maxLength={100}
      value={text}
      onChange={event => handleChange(event.target.value)}
    />
  )
}

type Props = { openId: number | undefined; search: RefObject<HTMLInputElement | null> }

function Requests({ openId, search }: Props) {
  const t = useCopy()
  const filter = useSupportFilter()
  const { data, error, refetch, isFetching } = useQuery({
    ...requestsQuery(filter, filter.page),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  useListKeys(data?.rows ?? [], openId, search)
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.list} aria-busy>
        {[1, 2, 3, 4].map(one => (
          <Skeleton key={one} height="5rem" />
        ))}
      </div>
    )
  if (data.rows.length === 0)
    return (
      <EmptyState icon="check" title={t(filter.search ? 'helpdesk.empty.search' : `helpdesk.empty.${filter.show}`)} />
    )
  return (
    <>
      <ol className={styles.list} aria-label={t(`helpdesk.show.${filter.show}`)}>
        {data.rows.map(request => (
          <RequestRow
            key={request.id}
            request={request}
            isOpen={request.id === openId}
            href={pathTo('supportRequest', { requestId: request.id }, filter.query)}
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

/** The next and the previous request, and the search, by keyboard. */
function useListKeys(requests: readonly DeskRequestWire[], openId: number | undefined, search: Props['search']) {
  const [, navigate] = useLocation()
  const { query } = useSupportFilter()
  const go = (step: 1 | -1) => {
    const at = requests.findIndex(({ id }) => id === openId)
    const next = at < 0 ? requests.at(step > 0 ? 0 : -1) : requests[at + step]
    if (next) navigate(pathTo('supportRequest', { requestId: next.id }, query))
  }
  useShortcuts('helpdesk.title', [
    { keys: ['j'], label: 'helpdesk.keys.next', run: () => go(1) },
    { keys: ['k'], label: 'helpdesk.keys.previous', run: () => go(-1) },
    { keys: ['s'], label: 'helpdesk.search', run: () => search.current?.focus() },
  ])
}

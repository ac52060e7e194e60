import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/Picker.tsx'
import { QueueList, queueReading } from '#studio/platform/queue/QueueList.tsx'
import { QueueSearch } from '#studio/platform/queue/QueueSearch.tsx'
import { useQueueKeys } from '#studio/platform/queue/use-queue-keys.ts'
import { categoriesQuery, requestsQuery } from './data.ts'
import { RequestRow } from './RequestRow.tsx'
import styles from './Support.module.css'
import { supportShows, useSupportFilter } from './use-support-filter.ts'

const words = {
  title: 'helpdesk.title',
  next: 'helpdesk.keys.next',
  previous: 'helpdesk.keys.previous',
  search: 'helpdesk.search',
} as const

/** What was asked of support, with search and filters above. */
export function RequestList({ openId }: { openId: number | undefined }) {
  const t = useCopy()
  const { show, search, categoryId, set } = useSupportFilter()
  const { data: topics = [] } = useQuery(categoriesQuery())
  const field = useRef<HTMLInputElement>(null)
  const Title = openId === undefined ? 'h1' : 'h2'
  return (
    <section className={styles.side} aria-labelledby="support-title">
      <Title id="support-title">{t('helpdesk.title')}</Title>
      <div className={styles.filters}>
        <QueueSearch
          field={field}
          label={t('helpdesk.search')}
          search={search}
          onSearch={text => set({ search: text, page: undefined })}
        />
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
      <Requests openId={openId} search={field} />
    </section>
  )
}

type Props = { openId: number | undefined; search: RefObject<HTMLInputElement | null> }

function Requests({ openId, search }: Props) {
  const t = useCopy()
  const filter = useSupportFilter()
  const answer = useQuery({ ...requestsQuery(filter, filter.page), ...queueReading })
  const hrefOf = (requestId: number) => pathTo('supportRequest', { requestId }, filter.query)
  useQueueKeys({ rows: answer.data?.rows, openId, hrefOf, search, words })
  return (
    <QueueList
      answer={answer}
      label={t(`helpdesk.show.${filter.show}`)}
      empty={t(filter.search ? 'helpdesk.empty.search' : `helpdesk.empty.${filter.show}`)}
      onPage={page => filter.set({ page })}
    >
      {request => (
        <RequestRow key={request.id} request={request} isOpen={request.id === openId} href={hrefOf(request.id)} />
      )}
    </QueueList>
  )
}

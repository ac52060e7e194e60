import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { RequestPane } from './RequestPane.tsx'
import styles from './Support.module.css'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { DeskRequestWire } from '#shared/features/support/contract.ts'
import { Waits } from '#studio/features/chat/Waits.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { QueueList, queueReading, QueueRow, QueueSearch, useQueueKeys } from '#studio/platform/Queue.tsx'
import { categoriesQuery, requestsQuery, supportShows, useSupportFilter } from './data.ts'

/** The list of requests and, on a wide screen, the open one next to it. */
export function SupportScreen({ requestId }: { requestId?: number }) {
  return (
    <div className={styles.desk} data-open={requestId !== undefined || undefined}>
      <RequestList openId={requestId} />
      {requestId === undefined ? <Hint /> : <RequestPane key={requestId} requestId={requestId} />}
    </div>
  )
}

function Hint() {
  const t = useCopy()
  usePageTitle(t('helpdesk.title'))
  return (
    <div className={styles.hint}>
      <EmptyState icon="support" title={t('helpdesk.choose')} text={t('helpdesk.choose.text')} />
    </div>
  )
}

const keyWords = {
  title: 'helpdesk.title',
  next: 'helpdesk.keys.next',
  previous: 'helpdesk.keys.previous',
  search: 'helpdesk.search',
} as const

function RequestList({ openId }: { openId: number | undefined }) {
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
  useQueueKeys({ rows: answer.data?.rows, openId, hrefOf, search, words: keyWords })
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

type RowProps = { request: DeskRequestWire; href: string; isOpen: boolean }

function RequestRow({ request, href, isOpen }: RowProps) {
  const t = useCopy()
  const { last_message: last, category, stream } = request
  const words = last.text || t('chat.files', { count: last.files_count })
  const marks = (
    <>
      {request.waiting_since !== null && <Waits since={request.waiting_since} />}
      {request.state !== 'open' && <Badge>{t(`helpdesk.state.${request.state}`)}</Badge>}
      {request.user_id === null && <Badge icon="globe">{t('helpdesk.visitor')}</Badge>}
      {request.owner && <Badge icon="user">{request.owner.name}</Badge>}
    </>
  )
  return (
    <QueueRow
      href={href}
      isOpen={isOpen}
      name={request.name}
      avatar={request.avatar}
      about={[category?.name ?? t('helpdesk.noTopic'), stream?.title].filter(Boolean).join(' · ')}
      lastWords={last.is_staff ? t('helpdesk.answered', { words }) : words}
      marks={marks}
    />
  )
}

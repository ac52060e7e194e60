import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/connection.ts'
import type { AnswerOf } from '#kit/request/request.ts'
import { request as send } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Badge } from '#kit/ui/Badge.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { takeSentMessages } from './data.ts'
import { FurtherForm } from './FurtherForm.tsx'
import { conversationQuery, requestsQuery } from './queries.ts'
import styles from './Support.module.css'
import { SupportMessages } from './SupportMessages.tsx'

/** `/chat/support/:requestId`: one request among the learner's messages. */
export function SupportRequestScreen({ requestId }: { requestId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery(conversationQuery(requestId))
  if (data) return <Found detail={data} />
  const all = <LinkButton href={pathTo('support')}>{t('support.title')}</LinkButton>
  if (error instanceof RequestError && error.status === 404)
    return <EmptyState isPage icon="support" title={t('support.request.missing')} action={all} />
  if (error)
    return (
      <ErrorState
        isPage
        icon={isOffline() ? 'wifi-off' : undefined}
        title={t('support.requests.error')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.screen} aria-busy>
      <Skeleton shape="title" />
      <Skeleton shape="box" height="12rem" />
    </div>
  )
}

type Detail = AnswerOf<'GET /support-requests/:id'>

function Found({ detail: { request, messages } }: { detail: Detail }) {
  const t = useCopy()
  const client = useQueryClient()
  const name = request.category?.name ?? t('support.other')
  usePageTitle(name)
  const { id } = request
  useEffect(() => takeSentMessages(client, id), [client, id])
  useSeen(request, messages)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{name}</h1>
        {request.stream && <p className={styles.muted}>{t('support.about', { title: request.stream.title })}</p>}
        <p>
          <Badge>{t(`support.state.${request.state}`)}</Badge>
        </p>
      </header>
      <SupportMessages requestId={id} messages={messages} />
      {request.state === 'closed' && <Notice icon="info">{t('support.request.closed')}</Notice>}
      <FurtherForm requestId={id} />
    </div>
  )
}

/** Tells the server that the answers were seen, once for each number; a failure is made up for by the next visit. */
function useSeen({ id, unread_count: unread }: Detail['request'], messages: Detail['messages']): void {
  const client = useQueryClient()
  const number = messages.at(-1)?.number ?? 0
  useEffect(() => {
    if (unread === 0 || number === 0) return
    const show = () =>
      client.setQueryData(requestsQuery().queryKey, all =>
        all?.map(one => (one.id === id ? { ...one, unread_count: 0 } : one)),
      )
    void send('PUT /support-requests/:id/viewed', { params: { id }, body: { number } }).then(show, () => {})
  }, [client, id, unread, number])
}

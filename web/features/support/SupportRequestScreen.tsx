import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useTextDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { type AnswerOf, request as send } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { trimmedLines, questionLimit } from '#shared/features/support/rules.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { addMessage, showSentMessages } from './data.ts'
import { conversationQuery, conversionWait, requestsQuery } from './queries.ts'
import styles from './Support.module.css'
import { SupportMessages } from './SupportMessages.tsx'

/** `/chat/support/:requestId` */
export function SupportRequestScreen({ requestId }: { requestId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...conversationQuery(requestId),
    refetchInterval: ({ state }) => conversionWait(state.data?.messages),
  })
  if (data) return <Found detail={data} />
  const all = <LinkButton href={pathTo('support')}>{t('support.title')}</LinkButton>
  if (error instanceof RequestError && error.status === 404)
    return <EmptyState isPage icon="support" title={t('support.request.missing')} action={all} />
  if (error)
    return <LoadFailure isPage title={t('support.requests.error')} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={page.column} aria-busy>
      <HeadingSkeleton />
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
  useEffect(() => showSentMessages(client, id), [client, id])
  useSeen(request, messages)
  return (
    <div className={page.column}>
      <header className={styles.head}>
        <h1>{name}</h1>
        {request.stream && <p className={styles.muted}>{t('support.about', { title: request.stream.title })}</p>}
        <p>
          <Badge>{t(`support.state.${request.state}`)}</Badge>
        </p>
      </header>
      <SupportMessages requestId={id} messages={messages} />
      {request.state === 'closed' && <Notice icon="info">{t('support.request.closed')}</Notice>}
      <ReplyForm requestId={id} />
    </div>
  )
}

/** Marks the answers as seen; after a failure the next visit does it. */
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

/** A further message; sent offline, it waits on the device. */
function ReplyForm({ requestId }: { requestId: number }) {
  const t = useCopy()
  const draft = useTextDraft(`support.request.${requestId}`)
  const text = trimmedLines(draft.text)
  const { form, failure, isBusy, handleSubmit } = useSubmit({
    async send() {
      await addMessage(requestId, text)
      draft.change('')
    },
    failed: t('support.error'),
  })
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit}>
      <TextArea
        label={t('support.request.write')}
        rows={2}
        maxLength={questionLimit}
        value={draft.text}
        onChange={event => draft.change(event.target.value)}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" icon="send" busy={isBusy} disabled={!text}>
        {t('support.send')}
      </Button>
    </form>
  )
}

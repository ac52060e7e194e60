import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { MessageFiles } from '#kit/features/chat/messages/MessageFiles.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request as send } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import type { DeskRequestWire, SupportMessageWire } from '#shared/features/support/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { type RequestDetail, refreshRequests, requestQuery, useSupportFilter } from './data.ts'
import styles from './Support.module.css'

export function RequestPane({ requestId }: { requestId: number }) {
  const t = useCopy()
  const { query } = useSupportFilter()
  const { data, error, refetch, isFetching } = useQuery({
    ...requestQuery(requestId),
    refetchOnWindowFocus: 'always',
    refetchInterval: 60_000,
  })
  usePageTitle(data?.request.name ?? t('helpdesk.title'))
  if (data) return <Found detail={data} />
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="info"
        title={t('helpdesk.missing')}
        text={t('helpdesk.missing.text')}
        action={<LinkButton href={pathTo('support', {}, query)}>{t('helpdesk.title')}</LinkButton>}
      />
    )
  if (error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.pane} aria-busy>
      <HeadingSkeleton />
      <Skeleton height="16rem" />
    </div>
  )
}

function Found({ detail }: { detail: RequestDetail }) {
  const t = useCopy()
  const { request, messages } = detail
  const { query } = useSupportFilter()
  const about = [request.category?.name ?? t('helpdesk.noTopic'), request.stream?.title].filter(Boolean).join(' · ')
  return (
    <section className={styles.pane} aria-labelledby="support-request">
      <header className={styles.header}>
        <Link href={pathTo('support', {}, query)} className={styles.back}>
          {t('helpdesk.title')}
        </Link>
        <Avatar name={request.name} src={request.avatar ?? undefined} size={40} />
        <div className={styles.who}>
          <h1 id="support-request" dir="auto">
            {request.name}
          </h1>
          <p className={styles.muted}>{about}</p>
          {request.email && <a href={`mailto:${encodeURIComponent(request.email)}`}>{request.email}</a>}
        </div>
      </header>
      <RequestTools detail={detail} />
      <div role="log" aria-label={t('helpdesk.messages')}>
        <ol className={styles.messages}>
          {messages.map(message => (
            <Said key={message.id} message={message} />
          ))}
        </ol>
      </div>
      {request.user_id === null && (
        <p className={styles.muted}>{t('helpdesk.byMail', { email: request.email ?? '' })}</p>
      )}
      <AnswerForm requestId={request.id} takesFiles={request.user_id !== null} />
    </section>
  )
}

function Said({ message }: { message: SupportMessageWire }) {
  const { text, author, is_staff: isStaff, created_at: at } = message
  const { moment } = useMoments()
  return (
    <li className={styles.message} data-own={isStaff || undefined}>
      <MessageFiles message={message} />
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <p className={styles.muted}>
        {author}, {moment(at * 1000)}
      </p>
    </li>
  )
}

function RequestTools({ detail: { request, staff } }: { detail: RequestDetail }) {
  const t = useCopy()
  const user = useUser()
  const tools = useHeldFocus<HTMLDivElement>()
  const { id, owner, state } = request
  const take = ({ data }: { data: DeskRequestWire }) => {
    queryClient.setQueryData(requestQuery(id).queryKey, before => before && { ...before, request: data })
    refreshRequests()
  }
  const assign = useSubmit({
    send: async (userId: number | null) =>
      take(await send('PUT /studio/support-requests/:id/owner', { params: { id }, body: { user_id: userId } })),
    failed: t('ui.error.title'),
  })
  const changeState = useSubmit({
    send: async (next: 'open' | 'closed') =>
      take(await send('PUT /studio/support-requests/:id/state', { params: { id }, body: { state: next } })),
    failed: t('ui.error.title'),
  })
  const isClosed = state === 'closed'
  const gone = owner && !staff.some(one => one.id === owner.id) ? [owner] : []
  return (
    <div ref={tools} tabIndex={-1} className={styles.tools}>
      <Badge tone={state === 'open' ? 'accent' : 'neutral'}>{t(`helpdesk.state.${state}`)}</Badge>
      <Picker
        label={t('helpdesk.owner')}
        all={t('helpdesk.owner.none')}
        value={owner?.id}
        options={[...gone, ...staff].map(one => ({ id: one.id, label: one.name }))}
        onChoose={chosen => void assign.run(chosen ?? null)}
      />
      {owner?.id !== user.id && (
        <Button look="secondary" busy={assign.isBusy} onClick={() => void assign.run(user.id)}>
          {t('helpdesk.owner.take')}
        </Button>
      )}
      <Button
        look="secondary"
        icon={isClosed ? 'refresh' : 'check'}
        busy={changeState.isBusy}
        onClick={() => void changeState.run(isClosed ? 'open' : 'closed')}
      >
        {t(isClosed ? 'helpdesk.reopen' : 'helpdesk.close')}
      </Button>
      <FailureNotice failure={assign.failure.notice ? assign.failure : changeState.failure} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import type { SupportMessageWire } from '#shared/features/support/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { type RequestDetail, requestQuery } from './data.ts'
import { RequestTools } from './RequestTools.tsx'
import styles from './Support.module.css'
import { useSupportFilter } from './use-support-filter.ts'

/** One request: what was said, the answer, who looks after it. */
export function RequestPane({ requestId }: { requestId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...requestQuery(requestId),
    refetchOnWindowFocus: 'always',
    refetchInterval: 60_000,
  })
  usePageTitle(data?.request.name ?? t('helpdesk.title'))
  if (data) return <Found detail={data} />
  if (error instanceof RequestError && error.status === 404)
    return <EmptyState isPage icon="info" title={t('helpdesk.missing')} text={t('helpdesk.missing.text')} />
  if (error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.pane} aria-busy>
      <Skeleton height="3rem" />
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
      <AnswerForm requestId={request.id} />
    </section>
  )
}

function Said({ message: { text, author, is_staff: isStaff, created_at: at } }: { message: SupportMessageWire }) {
  const t = useCopy()
  return (
    <li className={styles.message} data-own={isStaff || undefined}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={styles.muted}>
        {author}, {formatDate(at * 1000, t.language, 'short')}, {formatTime(at * 1000, t.language)}
      </p>
    </li>
  )
}

import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { SupportRequestWire } from '#shared/features/support/contract.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useRequests } from './data.ts'
import styles from './Support.module.css'

type Props = {
  title: string
  /** The request that is open. */
  openId?: number | undefined
  /** Only these; all without it. */
  only?: 'going on' | 'closed'
}

/** The learner's requests with their last messages; nothing where there are none. */
export function RequestLinks({ title, openId, only }: Props) {
  const t = useCopy()
  const { data, error } = useRequests()
  if (!data && error) return <Notice tone="warn">{t('support.requests.error')}</Notice>
  const requests = data?.filter(({ state }) => only === undefined || (state === 'closed') === (only === 'closed')) ?? []
  if (requests.length === 0) return null
  return (
    <section aria-label={title} className={styles.group}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {requests.map(request => (
          <Entry key={request.id} request={request} isOpen={request.id === openId} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ request, isOpen }: { request: SupportRequestWire; isOpen: boolean }) {
  const t = useCopy()
  const zone = useUser()?.timezone
  const { id, category, stream, state, last_message: last, unread_count: unread } = request
  const about = [category?.name ?? t('support.other'), stream?.title].filter(Boolean).join(' · ')
  const by = last.is_staff ? t('support.request.staff') : t('support.request.you')
  return (
    <Card as="li" interactive className={styles.request}>
      <Link
        href={pathTo('supportRequest', { requestId: id })}
        className={cardTarget}
        aria-current={isOpen ? 'page' : undefined}
      >
        {about}
      </Link>
      <p className={styles.last}>
        {by}: <bdi>{last.text || t('support.request.files', { count: last.files_count })}</bdi>
      </p>
      <p className={styles.marks}>
        <Badge>{t(`support.state.${state}`)}</Badge>
        {unread > 0 && <Badge tone="accent">{t('support.requests.unread', { count: unread })}</Badge>}
        <span className={styles.muted}>{formatDate(last.created_at * 1000, t.language, 'short', zone)}</span>
      </p>
    </Card>
  )
}

/** Support in the list of chats; nothing before the first question. */
export function SupportRequests() {
  const t = useCopy()
  const { data } = useRequests()
  if (!data || data.length === 0) return null
  return (
    <div className={styles.among}>
      <RequestLinks title={t('support.requests')} />
      <LinkButton look="lone" icon="support" href={pathTo('support')}>
        {t('support.requests.new')}
      </LinkButton>
    </div>
  )
}

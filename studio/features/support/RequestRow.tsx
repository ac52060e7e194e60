import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { Badge } from '#kit/ui/Badge.tsx'
import type { DeskRequestWire } from '#shared/features/support/contract.ts'
import { useClock } from '../../platform/use-clock.ts'
import { waitingTime } from '../chat/waiting-time.ts'
import styles from './Support.module.css'

type Props = { request: DeskRequestWire; href: string; isOpen: boolean }

/** One request in the list: who asks, about what, the last words, how long they wait, who looks after it. */
export function RequestRow({ request, href, isOpen }: Props) {
  const t = useCopy()
  const { last_message: last, category, stream } = request
  return (
    <li>
      <Link href={href} className={styles.row} aria-current={isOpen ? 'page' : undefined}>
        <Avatar name={request.name} src={request.avatar ?? undefined} size={40} />
        <span className={styles.who}>
          <strong dir="auto">{request.name}</strong>
          <span className={styles.muted}>
            {[category?.name ?? t('helpdesk.noTopic'), stream?.title].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className={styles.last} dir="auto">
          {last.is_staff ? t('helpdesk.answered', { words: last.text }) : last.text}
        </span>
        <span className={styles.marks}>
          {request.waiting_since !== null && <Waits since={request.waiting_since} />}
          {request.state !== 'open' && <Badge>{t(`helpdesk.state.${request.state}`)}</Badge>}
          {request.user_id === null && <Badge icon="globe">{t('helpdesk.visitor')}</Badge>}
          {request.owner && <Badge icon="user">{request.owner.name}</Badge>}
        </span>
      </Link>
    </li>
  )
}

function Waits({ since }: { since: number }) {
  const t = useCopy()
  const { key, ...values } = waitingTime(since, useClock(30_000))
  const isLong = values.days > 0
  return (
    <Badge tone={isLong ? 'danger' : 'neutral'} icon={isLong ? 'alert' : 'clock'}>
      {t(key, values)}
    </Badge>
  )
}

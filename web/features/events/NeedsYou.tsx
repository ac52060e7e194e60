import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate, formatTime } from '#kit/copy/format.ts'
import { useNow } from '#kit/ui/clock.ts'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { countSentBack } from '#shared/features/streams/choice-rules.ts'
import { addDays, localDate, msFromSeconds } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useStreams } from '#web/features/streams/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { nextConsultation, payableOrders } from './needs.ts'
import styles from './NeedsYou.module.css'

interface Need {
  key: string
  icon: IconName
  text: string
  href: string
}

function useSentBack(): Need[] {
  const t = useCopy()
  const streams = useStreams().data ?? []
  const count = countSentBack(streams.map(({ status, progress }) => ({ status, sentBack: progress.homeworkSentBack })))
  if (count === 0) return []
  return [{ key: 'sentBack', icon: 'homework', text: t('needs.sentBack', { count }), href: pathTo('homeworks') }]
}

/** The chats are read for every screen, where the school has them. */
function useUnread(): Need[] {
  const t = useCopy()
  const chats = useQuery({ ...callQuery('GET /chats'), enabled: false }).data ?? []
  const unread = chats.filter(chat => chat.unread_count > 0)
  const [first, ...others] = unread
  if (!first) return []
  const href = others.length === 0 ? pathTo('chat', { chatId: first.id }) : pathTo('chats')
  const count = unread.reduce((sum, chat) => sum + chat.unread_count, 0)
  return [{ key: 'unread', icon: 'chat', text: t('needs.unread', { count }), href }]
}

function useConsultation(): Need[] {
  const t = useCopy()
  const timeZone = useUser()?.timezone ?? 'UTC'
  const now = useNow(60_000)
  const next = nextConsultation(useQuery(callQuery('GET /events')).data?.events ?? [], now)
  if (!next) return []
  const startsAt = msFromSeconds(next.starts_at)
  const [date, today] = [localDate(startsAt, timeZone), localDate(now, timeZone)]
  const when = date === today ? 'today' : date === addDays(today, 1) ? 'tomorrow' : 'other'
  const time = formatTime(startsAt, t.language, timeZone)
  const text = t('needs.consultation', { when, date: formatLocalDate(date, t.language), time })
  const href = pathTo('videoConsultation', { consultationId: next.consultation_id ?? 0 })
  return [{ key: 'consultation', icon: 'camera', text, href }]
}

function usePayments(): Need[] {
  const t = useCopy()
  return payableOrders(useQuery(callQuery('GET /orders', { query: {} })).data ?? [])
    .slice(0, 2)
    .map(({ id, title }) => ({
      key: `order ${id}`,
      icon: 'document' as const,
      text: t('needs.payment', { title }),
      href: pathTo('order', { orderId: id }),
    }))
}

/** What waits for the learner besides the next step; nothing when nothing does. What cannot be read is left out. */
export function NeedsYou() {
  const t = useCopy()
  const needs = [...useSentBack(), ...useUnread(), ...useConsultation(), ...usePayments()]
  if (needs.length === 0) return null
  return (
    <section aria-labelledby="needs-you" className={styles.needs}>
      <h2 id="needs-you">{t('needs.title')}</h2>
      <ul className={styles.list}>
        {needs.map(({ key, icon, text, href }) => (
          <li key={key}>
            <Link href={href} className={styles.need}>
              <span className={styles.mark}>
                <Icon name={icon} />
              </span>
              <span dir="auto">{text}</span>
              <Icon name="chevron-right" className={styles.arrow} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import type { EntryWire } from '#shared/features/learners/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { OrdersOfPerson } from '#studio/features/billing/OrdersOfPerson.tsx'
import { useQueryState } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { Loaded } from '#studio/platform/Loaded.tsx'
import rowStyles from '#studio/platform/Rows.module.css'
import { CardSection } from './CardTabs.tsx'
import { PointsDialog } from './PointsDialog.tsx'
import { entriesQuery, ordersQuery } from './data.ts'
import styles from './Learners.module.css'

/** A learner's points with what each was for, and what they pay for. */
export function PointsPart({ userId, hasOrders }: { userId: number; hasOrders: boolean }) {
  const t = useCopy()
  const { getId, set } = useQueryState()
  const isAdmin = useUser().role === 'admin'
  return (
    <div className={styles.column}>
      {isAdmin && (
        <p>
          <Button
            look="secondary"
            onClick={() => void openDialog(close => <PointsDialog userId={userId} onClose={() => close()} />)}
          >
            {t('learners.points.change')}
          </Button>
        </p>
      )}
      <Loaded query={entriesQuery(userId, getId('page') ?? 1)}>
        {({ rows, page, pageCount, total }) => (
          <CardSection title={t('learners.points')} none={total === 0 && t('learners.points.none')}>
            <ul className={rowStyles.items}>
              {rows.map(entry => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            <PageSwitch page={page} count={pageCount} onPage={to => set({ page: to === 1 ? undefined : to })} />
          </CardSection>
        )}
      </Loaded>
      {isAdmin && <OrdersOfPerson userId={userId} />}
      {hasOrders && (
        <Loaded query={ordersQuery(userId)}>
          {orders => (
            <CardSection title={t('learners.orders')} none={!orders.length && t('learners.orders.none')}>
              <ul className={rowStyles.items}>
                {orders.map(order => (
                  <Order key={order.id} order={order} />
                ))}
              </ul>
            </CardSection>
          )}
        </Loaded>
      )}
    </div>
  )
}

function Entry({ entry }: { entry: EntryWire }) {
  const { amount, type, title, note, course_title: course, created_at: at } = entry
  const t = useCopy()
  const { moment } = useMoments()
  const reason = t('learners.points.reason', { type })
  return (
    <li>
      <p className={styles.line}>
        <strong>{amount > 0 ? `+${amount}` : amount}</strong>{' '}
        <span dir="auto">{title ? `${reason}: ${title}` : reason}</span>
      </p>
      {note && <p dir="auto">{note}</p>}
      <p className={styles.muted}>{[course, moment(at * 1000, 'numeric')].filter(Boolean).join(' · ')}</p>
    </li>
  )
}

function Order({ order }: { order: PaymentSubscriptionWire }) {
  const t = useCopy()
  const { date } = useMoments()
  const { next_pay_at: nextAt, end_date: endsAt, is_lifetime: isForLife, is_active: isActive } = order
  const told = [
    isForLife && t('learners.order.forLife'),
    nextAt !== null && t('learners.order.next', { date: date(nextAt * 1000) }),
    endsAt !== null && t('learners.order.ends', { date: date(endsAt * 1000) }),
  ].filter(Boolean)
  return (
    <li>
      <p className={styles.line}>
        <strong dir="auto">{order.title}</strong>{' '}
        <Badge tone={isActive ? 'success' : 'neutral'}>
          {t(isActive ? 'learners.order.active' : 'learners.order.inactive')}
        </Badge>
      </p>
      {told.length > 0 && <p className={styles.muted}>{told.join(' · ')}</p>}
    </li>
  )
}

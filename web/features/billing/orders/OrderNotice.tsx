import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { moneyText } from '#web/platform/money-text.ts'
import styles from '../Billing.module.css'
import { mayBuy, sellsOnWeb } from '../may-buy.ts'
import { pageToPay } from '../payment/pay.ts'
import { isPayable, refusalText, type ShownState } from './order-words.ts'
import { PayInstead, PayOrder } from './PayOrder.tsx'

const tones = {
  unpaid: 'info',
  checking: 'info',
  confirm: 'warn',
  declined: 'danger',
  closed: 'info',
  due: 'warn',
  paid: 'success',
  free: 'success',
  trial: 'success',
  over: 'info',
  spare: 'info',
  overdue: 'danger',
  refunded: 'info',
  disputed: 'warn',
} as const satisfies Record<ShownState, string>

type Props = { order: OrderWire; state: ShownState }

/** What became of an order and what comes next; announced when it changes. */
export function OrderNotice({ order, state }: Props) {
  const t = useCopy()
  return (
    <>
      <div role="status">
        <Notice tone={tones[state]} title={t(`billing.notice.${state}`)} action={<Next order={order} state={state} />}>
          <NoticeText order={order} state={state} />
        </Notice>
      </div>
      {isPayable(order) && sellsOnWeb() && <PayOrder order={order} isAgain={state === 'declined'} />}
      {state === 'confirm' && order.payable !== null && sellsOnWeb() && <PayInstead order={order} />}
      {isPayable(order) && !sellsOnWeb() && <Notice title={t('billing.notInApp')}>{t('billing.notInApp.text')}</Notice>}
    </>
  )
}

function NoticeText({ order, state }: Props) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const { refunded, currency, closes_at: closesAt, attempt, is_open: isOpen } = order
  const date = formatDate(closesAt * 1000, t.language, 'long', timeZone)
  const { saleEmail } = site().config
  if (state === 'declined') return attempt?.refusal && t(refusalText(attempt.refusal))
  if (state === 'unpaid') return t('billing.notice.unpaidText', { date })
  if (state === 'refunded') return t('billing.notice.refundedText', { amount: moneyText(t, refunded, currency) })
  if (state === 'overdue') return t(isOpen ? 'billing.notice.overdueText' : 'billing.notice.overdueClosed')
  if (state === 'disputed')
    return (
      <>
        {t('billing.notice.disputedText')} <a href={`mailto:${saleEmail}`}>{saleEmail}</a>
      </>
    )
  if (state === 'checking')
    return (
      <span className={styles.head}>
        {t('billing.notice.checkingText')} <Spinner />
      </span>
    )
  return t(`billing.notice.${state}Text`)
}

/** The way in to what was paid for, or where it goes on. */
function Next({ order, state }: Props) {
  const t = useCopy()
  const page = pageToPay(order)
  if (state === 'confirm' && page && sellsOnWeb()) return <a href={page}>{t('billing.order.confirm')}</a>
  if (state === 'closed' && mayBuy())
    return (
      <LinkButton href={pathTo('checkout', { serviceId: order.service_id })}>{t('billing.order.again')}</LinkButton>
    )
  if (!order.is_open) return undefined
  const { stream_id: streamId, subscription_id: subscriptionId } = order
  return (
    <div className={styles.actions}>
      <LinkButton href={streamId === null ? pathTo('home') : pathTo('calendar', { streamId })}>
        {t(streamId === null ? 'billing.order.toHome' : 'billing.order.toCourse')}
      </LinkButton>
      {subscriptionId !== null && (
        <LinkButton look="secondary" href={pathTo('subscription', { subscriptionId })}>
          {t('billing.order.toSubscription')}
        </LinkButton>
      )}
    </div>
  )
}

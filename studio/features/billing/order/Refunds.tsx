import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from '../Billing.module.css'
import { useMoney } from '../data.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { Section } from './Section.tsx'

const refundTones = { begun: 'warning', pending: 'warning', done: 'success', failed: 'danger' } as const

/** Whether money went back by itself, and not for a reason that staff have written. */
const isOwn = (reason: string): reason is 'excess' | 'unused' => reason === 'excess' || reason === 'unused'

/** What staff, or the engine itself, had sent back. */
export function Refunds({ order }: { order: OrderStoryWire }) {
  const { refunds, currency, left } = order
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  /** Whether the same amount has been sent back since, or is on its way. */
  const isRepeated = ({ amount, created_at: at }: OrderStoryWire['refunds'][number]) =>
    refunds.some(other => other.state !== 'failed' && other.amount === amount && other.created_at >= at)
  const reasonOf = ({ actor, reason }: OrderStoryWire['refunds'][number]) =>
    !actor && isOwn(reason) ? t(`shop.refund.${reason}`) : reason
  return (
    <Section title={t('shop.refunds')} isEmpty={refunds.length === 0}>
      {refunds.map(refund => {
        const { id, amount, state, actor, created_at: at } = refund
        const again = { amount, reason: reasonOf(refund) }
        return (
          <li key={id}>
            <p className={styles.line}>
              <strong>{money(amount, currency)}</strong>
              <Badge tone={refundTones[state]}>{t(`shop.refund.${state}`)}</Badge>
              {state === 'failed' && left > 0 && !isRepeated(refund) && (
                <Button
                  look="ghost"
                  onClick={() =>
                    void openDialog(close => <RefundDialog order={order} again={again} onClose={() => close()} />)
                  }
                >
                  {t('shop.refund.again')}
                </Button>
              )}
            </p>
            <p dir="auto">{again.reason}</p>
            <p className={styles.muted}>{[actor?.name, moment(at * 1000, 'numeric')].filter(Boolean).join(' · ')}</p>
          </li>
        )
      })}
    </Section>
  )
}

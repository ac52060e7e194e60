import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from '#studio/platform/Screen.module.css'
import { useMoney } from '../data.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { Section } from './Section.tsx'

const refundTones = { begun: 'warning', pending: 'warning', done: 'success', failed: 'danger' } as const

/** What staff, or the engine itself, had sent back. */
export function Refunds({ order }: { order: OrderStoryWire }) {
  const { refunds, currency, left } = order
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  /** Whether the same amount has been sent back since, or is on its way. */
  const isRepeated = ({ amount, created_at: at }: OrderStoryWire['refunds'][number]) =>
    refunds.some(other => other.state !== 'failed' && other.amount === amount && other.created_at >= at)
  return (
    <Section title={t('shop.refunds')} isEmpty={refunds.length === 0}>
      {refunds.map(refund => {
        const { id, amount, reason, cause, state, actor, created_at: at } = refund
        const when = moment(at * 1000, 'numeric')
        return (
          <li key={id}>
            <p className={styles.line}>
              <strong>{money(amount, currency)}</strong>
              <Badge tone={refundTones[state]}>{t(`shop.refund.${state}`)}</Badge>
              {state === 'failed' && left > 0 && !isRepeated(refund) && (
                <Button
                  look="ghost"
                  aria-label={t('shop.refund.againOf', { amount: money(amount, currency), moment: when })}
                  onClick={() =>
                    void openDialog(close => <RefundDialog order={order} again={refund} onClose={() => close()} />)
                  }
                >
                  {t('shop.refund.again')}
                </Button>
              )}
            </p>
            <p dir="auto">{cause ? t(`shop.refund.${cause}`) : reason}</p>
            <p className={styles.muted}>{[actor?.name, when].filter(Boolean).join(' · ')}</p>
          </li>
        )
      })}
    </Section>
  )
}

import { useEffect, useRef, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { moneyText } from '#web/platform/money-text.ts'
import styles from '../Billing.module.css'
import { useMethods } from '../data.ts'
import { MethodChoice, type Way, wayOf } from '../payment/MethodChoice.tsx'
import { explainPayment, payOrder, withEmail } from '../payment/pay.ts'
import { refreshPayments } from '../refresh-payments.ts'

type Payable = Pick<OrderWire, 'id' | 'payable' | 'currency' | 'subscription_id' | 'invoices'>

/** For who would rather not confirm a payment at the bank. */
export function PayInstead({ order }: { order: Payable }) {
  const t = useCopy()
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  // What was pressed is gone.
  useEffect(() => form.current?.focus(), [isOpen])
  if (isOpen)
    return (
      <div ref={form} role="group" aria-label={t('billing.pay.instead')} tabIndex={-1}>
        <PayOrder order={order} isInstead />
      </div>
    )
  return (
    <p>
      <Button look="lone" onClick={() => setOpen(true)}>
        {t('billing.pay.instead')}
      </Button>
    </p>
  )
}

type Props = { order: Payable; isAgain?: boolean; isInstead?: boolean }

/** Pays what an order owes: by a saved method, or on the provider’s page. */
export function PayOrder({ order, isAgain, isInstead = false }: Props) {
  const t = useCopy()
  const { data: methods = [] } = useMethods()
  const [chosen, setChosen] = useState<Way>()
  // The card that was refused, or that is to be confirmed, is not offered first.
  const way = (isAgain || isInstead) && !chosen ? { methodId: 0, savesMethod: false } : wayOf(chosen, methods)
  const { run, isBusy, failure } = useSubmit({
    send: async () => withEmail(t, () => payOrder(order.id, way, isInstead)),
    failed: t('billing.pay.failed'),
    explain: explainPayment(t('billing.pay.failed')),
    onRefused: () => refreshPayments(queryClient),
  })
  const amount = moneyText(t, order.payable ?? 0, order.currency)
  return (
    <Card as="section" className={styles.card}>
      {isInstead && <p className={styles.muted}>{t('billing.pay.insteadText')}</p>}
      <MethodChoice
        methods={methods}
        way={way}
        onChange={setChosen}
        isChargedLater={order.subscription_id !== null || order.invoices.length > 1}
      />
      <FailureNotice failure={failure} />
      <p>
        <Button busy={isBusy} onClick={() => void run()}>
          {isAgain
            ? t('billing.pay.again', { amount })
            : order.payable === 0
              ? t('billing.pay.trial')
              : t('billing.pay.amount', { amount })}
        </Button>
      </p>
    </Card>
  )
}

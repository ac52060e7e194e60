import { useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import styles from '../Billing.module.css'
import { useMethods } from '../data.ts'
import { refreshPayments } from '../refresh-payments.ts'
import { Choice } from '../payment/Choice.tsx'
import { methodExpiry, methodName } from '../payment/method-name.ts'
import { explainPayment } from '../payment/pay.ts'

/** What a subscription is charged to, and another saved method instead. */
export function ChargedMethod({ wire }: { wire: PaymentSubscriptionWire }) {
  const t = useCopy()
  const { data: methods = [] } = useMethods()
  const [chosen, setChosen] = useState<number>()
  const current = wire.method?.id ?? 0
  const methodId = chosen ?? current
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      const params = { id: wire.id }
      await request('POST /payment-subscriptions/:id/method', { params, body: { method_id: methodId } })
      refreshPayments(queryClient)
      setChosen(undefined)
    },
    failed: t('billing.subscription.unchanged'),
    explain: explainPayment(t('billing.subscription.unchanged')),
    onRefused: () => refreshPayments(queryClient),
  })
  if (methods.length === 0) return null
  return (
    <Card as="section" className={styles.card}>
      <Choice
        legend={t('billing.subscription.method')}
        options={methods.map(method => {
          const date = methodExpiry(method)
          return {
            value: method.id,
            label: methodName(t, method),
            ...(date && { hint: t('billing.method.until', { date }) }),
          }
        })}
        value={methodId}
        onChange={setChosen}
      />
      <FailureNotice failure={failure} />
      {methodId !== current && (
        <p>
          <Button look="secondary" busy={isBusy} onClick={() => void run()}>
            {t('billing.subscription.charge')}
          </Button>
        </p>
      )}
    </Card>
  )
}

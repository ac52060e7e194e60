import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { PaymentSubscriptionWire, PlanWire } from '#shared/features/billing/wire.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from '../Billing.module.css'
import { keepOrder } from '../data.ts'
import { type Refusal, refusalText } from '../orders/order-words.ts'
import { refreshPayments } from '../refresh-payments.ts'
import { moneyText } from '#web/platform/money-text.ts'
import { explainPayment } from '../payment/pay.ts'

/** The card was not charged for another plan, which is left alone. */
class ChargeRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`The charge for another plan was refused: ${refusal}`)
    this.refusal = refusal
  }
}

/** Why a plan is still as it was. */
function explain(t: Copy, error: unknown) {
  const title = t('billing.plans.failed')
  if (error instanceof ChargeRefused) return { errors: {}, notice: { title, text: t(refusalText(error.refusal)) } }
  return explainPayment(title)(error)
}

/** Changes the plan after a question. The order then shows what became of the payment; what the bank refuses is said here. */
function useChange(wire: PaymentSubscriptionWire) {
  const t = useCopy()
  const [, navigate] = useLocation()
  return useSubmit({
    send: async ({ service, amount }: PlanWire) => {
      const text = t('billing.plans.ask', { amount: moneyText(t, amount, service.currency) })
      if (!(await confirm({ title: service.title, text, yes: t('billing.plans.change') }))) return
      const params = { id: wire.id }
      const body = { service_id: service.id, amount }
      const { data } = await request('POST /payment-subscriptions/:id/plan', { params, body })
      keepOrder(queryClient, data)
      refreshPayments(queryClient)
      const { refusal = null, state } = data.attempt ?? {}
      if (amount > 0 && state === 'refused' && refusal) throw new ChargeRefused(refusal)
      navigate(pathTo('order', { orderId: data.id }))
    },
    failed: t('billing.plans.failed'),
    explain: error => explain(t, error),
    onRefused: () => refreshPayments(queryClient),
  })
}

/** Other plans, with what is paid for each now. */
export function Plans({ wire }: { wire: PaymentSubscriptionWire }) {
  const t = useCopy()
  const { data: plans = [] } = useQuery({
    ...callQuery('GET /payment-subscriptions/:id/plans', { params: { id: wire.id } }),
    staleTime: 0,
  })
  const { run, isBusy, failure } = useChange(wire)
  if (plans.length === 0) return null
  return (
    <Card as="section" className={styles.card}>
      <h2>{t('billing.plans.title')}</h2>
      <FailureNotice failure={failure} />
      <ul className={styles.list}>
        {plans.map(plan => (
          <li key={plan.service.id} className={styles.card}>
            <Plan plan={plan} />
            <p>
              <Button
                look="secondary"
                busy={isBusy}
                aria-label={t('billing.plans.changeTo', { plan: plan.service.title })}
                onClick={() => void run(plan)}
              >
                {t('billing.plans.change')}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Plan({ plan: { service, amount, credit, left, ends_on: endsOn } }: { plan: PlanWire }) {
  const t = useCopy()
  const money = (minor: number) => moneyText(t, minor, service.currency)
  return (
    <div>
      <h3 dir="auto">{service.title}</h3>
      <p className={styles.muted}>
        {t('billing.bill.renews', { amount: money(service.price), interval: service.interval, count: service.period })}
      </p>
      <p>
        {t('billing.plans.now', { amount: money(amount), date: formatLocalDate(endsOn, t.language) })}{' '}
        {credit > 0 && t('billing.plans.credit', { amount: money(credit) })}{' '}
        {left > 0 && t('billing.plans.left', { amount: money(left) })}
      </p>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { Currency } from '#shared/platform/money.ts'
import type { PaymentSettingsWire, PaymentTestWire } from '#shared/features/billing/payments/payment-calls.ts'
import { testAmount } from '#shared/features/billing/payments/payment-settings.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import screen from '#studio/platform/Screen.module.css'
import styles from '../Billing.module.css'
import { useMoney } from '../data.ts'
import { refreshPayments, returnQuery } from './data.ts'

/** A small charge of one's own card, which shows that money, the way back and the provider's events arrive. */
export function TestPart({ settings: { account, terms, test } }: { settings: PaymentSettingsWire }) {
  const t = useCopy()
  const money = useMoney()
  const amount = money(testAmount(terms.currency as Currency), terms.currency)
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      const { data } = await request('POST /studio/payments/tests')
      await refreshPayments()
      if (data.url) location.assign(data.url)
      return data.url !== null
    },
    failed: t('payments.test.failed'),
  })
  return (
    <Card as="section">
      <div className={screen.column}>
        <h2>{t('payments.test')}</h2>
        <p>{t(account?.is_trial ? 'payments.test.trial' : 'payments.test.text', { amount })}</p>
        <Returned />
        {test && <Arrived test={test} />}
        <FailureNotice failure={failure} />
        <div className={screen.line}>
          <Button look={test ? 'secondary' : 'primary'} busy={isBusy} onClick={() => void run()}>
            {t(test?.status === 'waiting' && test.url ? 'payments.test.goOn' : 'payments.test.begin', { amount })}
          </Button>
          {test && test.left > 0 && <SendBack test={test} />}
        </div>
      </div>
    </Card>
  )
}

/** Tells the server that the browser has come back, when the address says so. */
function Returned() {
  const id = useQueryState().getId('test')
  return id === undefined ? null : <Telling id={id} />
}

function Telling({ id }: { id: number }) {
  const { error, refetch, isFetching } = useQuery(returnQuery(id))
  return error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />
}

function Arrived({ test }: { test: PaymentTestWire }) {
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  const isPaid = test.status === 'paid' || test.status === 'refunded'
  const steps = [
    ['paid', isPaid],
    ['returned', test.returned_at !== null],
    ['told', test.told_at !== null],
    ...(test.status === 'refunded' ? [['refunded', true] as const] : []),
  ] as const
  return (
    <>
      <p className={screen.muted}>
        <Link href={pathTo('order', { orderId: test.order_id })}>
          {t('payments.test.latest', {
            amount: money(test.amount, test.currency),
            at: moment(test.asked_at * 1000),
          })}
        </Link>
      </p>
      <ul className={styles.checks} aria-label={t('payments.test.arrived')}>
        {steps.map(([name, isDone]) => (
          <li key={name}>
            <Icon name={isDone ? 'check' : 'clock'} className={isDone ? styles.done : undefined} />
            <span>
              {t(`payments.test.${name}`)}{' '}
              <VisuallyHidden>{t(isDone ? 'payments.test.is.done' : 'payments.test.is.open')}</VisuallyHidden>
            </span>
          </li>
        ))}
      </ul>
      {test.refusal !== null && !isPaid && (
        <Notice tone="warn" live title={t(`shop.refusal.${test.refusal}`)}>
          {test.refusal === 'unavailable' && t('payments.test.unavailable')}
        </Notice>
      )}
    </>
  )
}

function SendBack({ test: { order_id: id, left } }: { test: PaymentTestWire }) {
  const t = useCopy()
  const body = { amount: left, reason: t('payments.test') }
  const key = useKeyOf(JSON.stringify({ id, body }))
  const { run, isBusy } = useSubmit({
    send: async () => {
      const { data } = await request('POST /studio/orders/:id/refunds', { params: { id }, body, idempotencyKey: key })
      await refreshPayments()
      toast(t(`shop.refund.told.${data.state}`), { tone: data.state === 'failed' ? 'danger' : 'success' })
    },
    failed: t('shop.refund.notSent'),
    hasToast: true,
  })
  return (
    <Button look="secondary" busy={isBusy} onClick={() => void run()}>
      {t('payments.test.refund')}
    </Button>
  )
}

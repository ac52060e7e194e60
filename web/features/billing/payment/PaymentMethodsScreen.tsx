import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { PaymentMethodWire } from '#shared/features/billing/wire.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from '../Billing.module.css'
import { useMethods } from '../data.ts'
import { refreshPayments } from '../refresh-payments.ts'
import { methodExpiry, methodName } from './method-name.ts'
import { explainPayment } from './pay.ts'

/** `/user/settings/user-payment-methods`: saved ways to pay. */
export function PaymentMethodsScreen() {
  const t = useCopy()
  usePageTitle(t('settings.payment'))
  const { data, error, isFetching, refetch } = useMethods()
  if (!data && error)
    return (
      <LoadFailure
        isPage
        title={t('billing.methods.failed')}
        offlineText={t('billing.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (data?.length === 0)
    return (
      <EmptyState
        isPage
        icon="lock"
        title={t('settings.payment.none')}
        text={t('settings.payment.text')}
        action={<LinkButton href={pathTo('orders')}>{t('settings.orders')}</LinkButton>}
      />
    )
  return (
    <div className={styles.page} aria-busy={!data}>
      <h1>{t('settings.payment')}</h1>
      {!data && <Skeleton shape="box" height="6rem" />}
      <ul className={styles.list}>
        {data?.map(method => (
          <li key={method.id}>
            <Method method={method} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Method({ method }: { method: PaymentMethodWire }) {
  const t = useCopy()
  const name = methodName(t, method)
  const date = methodExpiry(method)
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      if (!(await confirm({ title: t('billing.methods.ask', { name }), danger: true }))) return
      await request('DELETE /v2/user-payment-method/:id', { params: { id: method.id } })
      refreshPayments(queryClient)
    },
    failed: t('billing.methods.kept'),
    explain: explainPayment(t('billing.methods.kept')),
    onRefused: () => refreshPayments(queryClient),
  })
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2>{name}</h2>
        {method.is_in_use && <Badge tone="accent">{t('billing.methods.inUse')}</Badge>}
      </div>
      {date && <p className={styles.muted}>{t('billing.method.until', { date })}</p>}
      <FailureNotice failure={failure} />
      <p>
        <Button
          look="secondary"
          busy={isBusy}
          aria-label={t('billing.methods.forgetOne', { name })}
          onClick={() => void run()}
        >
          {t('billing.methods.forget')}
        </Button>
      </p>
    </Card>
  )
}

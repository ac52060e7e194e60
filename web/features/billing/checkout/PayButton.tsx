import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toUser, userQuery } from '#web/features/accounts/data.ts'
import { isSignedIn } from '#web/features/accounts/session.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { keepOrder } from '../data.ts'
import { MethodChoice, type Way, wayOf } from '../payment/MethodChoice.tsx'
import { moneyText } from '#web/platform/money-text.ts'
import { explainPayment, payOrder, withEmail } from '../payment/pay.ts'
import styles from './Checkout.module.css'
import { SignInFirst } from './SignInFirst.tsx'
import { amountToday, type Choices, orderBody, type PurchaseProps } from './use-offer.ts'

type PayProps = PurchaseProps & {
  /** What was typed and is not in the terms yet, empty or 0 where something is to be left out; or that it cannot be applied. */
  unapplied: Pick<Partial<Choices>, 'code' | 'points'> | 'unfit'
  /** Has the field say what is wrong with what was typed. */
  onUnfit: () => void
}

/** The last step: paying, or for a visitor signing up or in first. */
export function PayButton(props: PayProps) {
  const hasSession = useSyncExternalStore(isSignedIn.subscribe, isSignedIn.read)
  const { unapplied } = props
  return hasSession ? <Pay {...props} /> : <SignInFirst code={unapplied === 'unfit' ? undefined : unapplied.code} />
}

/** Orders at the terms shown and pays: on the provider’s page, or at once by a saved method. */
function usePurchase({ offer, choices, refresh }: PurchaseProps, way: Way) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const params = { id: offer.service.id }
  const body = orderBody(offer, choices)
  const idempotencyKey = useKeyOf(JSON.stringify([params, body]))
  const place = async () => {
    const { data } = await request('POST /order/:id', { params, body, idempotencyKey })
    keepOrder(queryClient, data)
    return data.status === 'waiting'
      ? { id: data.id, isLeaving: await payOrder(data.id, way) }
      : { id: data.id, isLeaving: false }
  }
  return useSubmit({
    send: async () => {
      const placed = await withEmail(t, place)
      if (placed && !placed.isLeaving) navigate(pathTo('order', { orderId: placed.id }), { replace: true })
      return placed !== undefined
    },
    failed: t('billing.pay.failed'),
    explain: explainPayment(t('billing.pay.failed')),
    // The terms may be others than those that are shown.
    onRefused: () => void refresh(),
  })
}

function Pay(props: PayProps) {
  const t = useCopy()
  const { offer, choices, choose, isAsking, unapplied, onUnfit } = props
  const [isApplied, setIsApplied] = useState(false)
  const [chosen, setChosen] = useState<Way>()
  const way = wayOf(chosen, offer.methods)
  const { run, isBusy, failure } = usePurchase(props, way)
  const { data: email } = useQuery({ ...userQuery(), select: wire => toUser(wire).email })
  const today = amountToday(offer, choices)
  const isSubscription = offer.service.type === 'course_subscription'
  const isFree = today === 0 && !isSubscription
  const handlePay = () => {
    const isTyped = unapplied !== 'unfit' && Object.keys(unapplied).length > 0
    setIsApplied(isTyped)
    // Nobody pays a price that the code or the points would have lowered.
    if (unapplied === 'unfit') onUnfit()
    else if (isTyped) choose(unapplied)
    else void run()
  }
  return (
    <div className={styles.last}>
      {!isFree && (
        <MethodChoice
          methods={offer.methods}
          way={way}
          onChange={setChosen}
          isChargedLater={isSubscription || choices.isInInstalments}
        />
      )}
      {email && <p className={styles.muted}>{t('billing.checkout.receipt', { email })}</p>}
      <FailureNotice failure={failure} />
      {isApplied && (
        <p role="status" className={styles.muted}>
          {t('billing.checkout.recounted')}
        </p>
      )}
      <Button wide busy={isBusy || isAsking} onClick={handlePay}>
        {isFree
          ? t('billing.pay.free')
          : today === 0
            ? t(offer.service.trial_days > 0 ? 'billing.pay.trial' : 'billing.pay.free')
            : t('billing.pay.amount', { amount: moneyText(t, today, offer.currency) })}
      </Button>
    </div>
  )
}

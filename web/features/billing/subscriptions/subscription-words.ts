import type { Copy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import type { Tone } from '#kit/ui/marks/Badge.tsx'
import type { PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import { moneyText } from '#web/platform/money-text.ts'

type State = 'unpaid' | 'trial' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended'

/** What a subscription is at for its owner: a cancelled one is told apart by whether it still gives access. */
export function subscriptionState({ status, state, is_active }: PaymentSubscriptionWire): State {
  if (status === 'Created') return 'unpaid'
  if (state === 'paused') return 'paused'
  if (!is_active) return 'ended'
  if (status === 'Canceled') return 'canceled'
  return state === 'trial' || state === 'past_due' ? state : 'active'
}

export const subscriptionTones: Record<State, Tone> = {
  unpaid: 'neutral',
  trial: 'success',
  active: 'success',
  past_due: 'danger',
  paused: 'warning',
  canceled: 'warning',
  ended: 'neutral',
}

/** When access ends or ended, until when it can be resumed, and when what is paid next. */
export function subscriptionDates(wire: PaymentSubscriptionWire, t: Copy, timeZone: string | undefined): string[] {
  const state = subscriptionState(wire)
  const { is_lifetime: isLifetime, is_active: isActive, end_date: endsAt, next_pay_at: nextPayAt } = wire
  const { resumable_until: resumableUntil, amount, currency } = wire
  const dateOf = (seconds: number) => ({ date: formatDate(seconds * 1000, t.language, 'long', timeZone) })
  const isRenewed = isActive && nextPayAt !== null && wire.status === 'Active'
  const next = isRenewed ? dateOf(nextPayAt) : undefined
  return [
    ...(isLifetime && isActive ? [t('billing.subscriptions.lifetime')] : []),
    ...(!isLifetime && !isRenewed && endsAt !== null && state !== 'unpaid' && state !== 'paused'
      ? [t(isActive ? 'billing.subscriptions.until' : 'billing.subscriptions.endedOn', dateOf(endsAt))]
      : []),
    ...(resumableUntil === null ? [] : [t('billing.subscription.resumable', dateOf(resumableUntil))]),
    ...(next && (amount === null || currency === null) ? [t('billing.subscriptions.next', next)] : []),
    ...(next && amount !== null && currency !== null
      ? [t('billing.subscription.next', { ...next, amount: moneyText(t, amount, currency) })]
      : []),
    ...(wire.course_service_type === 'general_subscription' ? [t('billing.subscriptions.mobile')] : []),
  ]
}

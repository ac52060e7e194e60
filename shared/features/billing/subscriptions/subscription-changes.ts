import type { LocalDate } from '#shared/platform/times.ts'
import type { SubscriptionHappening } from './subscription-history.ts'
import { can, canGoOn, type Plan, type Subscription } from './subscription.ts'

/** What staff may do with a learner’s subscription. */
export const subscriptionChanges = ['pause', 'resume', 'cancel', 'stop', 'move', 'plan'] as const
export type SubscriptionChange = (typeof subscriptionChanges)[number]

const kinds = {
  pause: 'paused',
  resume: 'resumed',
  cancel: 'canceled',
  stop: 'stopped',
  move: 'moved',
  plan: 'planned',
} as const satisfies Record<SubscriptionChange, SubscriptionHappening['kind']>

/** What can be done with a subscription in its state; less of one whose payment a bank holds. */
export function possibleChanges({ state }: Subscription, isDisputed: boolean): SubscriptionChange[] {
  return subscriptionChanges.filter(change =>
    change === 'resume' ? canGoOn(state, isDisputed) : can(state, kinds[change]),
  )
}

type Asked = { kind: SubscriptionChange; to: LocalDate | undefined; plan: Plan | undefined; reason: string }

/** What is written into the history when staff change a subscription on `today`; undefined where a day or plan is missing. */
export function changeHappening({ kind, to, plan, reason }: Asked, on: LocalDate): SubscriptionHappening | undefined {
  const written = { on, reason }
  if (kind === 'move') return to === undefined ? undefined : { ...written, kind: 'moved', to }
  if (kind === 'plan') return plan && { ...written, kind: 'planned', plan }
  if (kind === 'cancel') return { ...written, kind: 'canceled', reason_type: 'other' }
  if (kind === 'stop') return { ...written, kind: 'stopped', taken: 'school' }
  return { ...written, kind: kinds[kind] }
}

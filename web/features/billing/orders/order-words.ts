import type { CopyKey } from '#kit/copy/copy.tsx'
import type { Tone } from '#kit/ui/marks/Badge.tsx'
import type { OrderWire } from '#shared/features/billing/wire.ts'

/** What an order is at, for its owner: waiting is told apart by what became of the attempt to pay. */
export type ShownState =
  | 'unpaid'
  | 'checking'
  | 'confirm'
  | 'declined'
  | 'closed'
  | 'due'
  | 'paid'
  | 'free'
  | 'trial'
  | 'over'
  | 'spare'
  | 'overdue'
  | 'refunded'
  | 'disputed'

type StateFacts = Pick<
  OrderWire,
  'status' | 'attempt' | 'payable' | 'is_open' | 'is_spare' | 'type' | 'paid' | 'amount' | 'points_spent' | 'scheduler'
>

export function shownState(order: StateFacts): ShownState {
  const { status, attempt, payable, is_spare: isSpare } = order
  if (isSpare && status === 'paid') return 'spare'
  const isOwing = payable !== null && (status === 'paid' || status === 'overdue')
  const state = attempt && unpaidState(attempt)
  // Another plan is paid for while what it replaces is paid and open.
  const isPaidFor = status === 'paid' && (state === 'checking' || state === 'confirm')
  if (status !== 'waiting' && !isOwing && !isPaidFor) return status === 'paid' ? paidState(order) : status
  if (status === 'waiting') return attempt?.state === 'done' ? 'checking' : (state ?? 'unpaid')
  return state ?? (status === 'paid' ? 'due' : 'overdue')
}

/** What an order is at that owes nothing. What an app store sold is paid there. */
function paidState({
  type,
  is_open: isOpen,
  paid,
  amount,
  points_spent: pointsSpent,
  scheduler,
}: StateFacts): ShownState {
  if (!isOpen && type === 'course_subscription') return 'over'
  if (paid > 0 || pointsSpent > 0 || scheduler !== 'own') return 'paid'
  if (amount === 0) return 'free'
  return type === 'course_subscription' ? 'trial' : 'paid'
}

/** What became of an attempt to pay what is still owed; undefined where nothing is to be told of it. */
function unpaidState(attempt: NonNullable<OrderWire['attempt']>): ShownState | undefined {
  if (attempt.state === 'begun' || attempt.state === 'pending') return 'checking'
  if (attempt.state === 'confirm') return 'confirm'
  return attempt.refusal && attempt.state !== 'closed' && attempt.state !== 'done' ? 'declined' : undefined
}

export const orderTones: Record<ShownState, Tone> = {
  unpaid: 'warning',
  checking: 'accent',
  confirm: 'warning',
  declined: 'danger',
  closed: 'neutral',
  due: 'warning',
  paid: 'success',
  free: 'success',
  trial: 'success',
  over: 'neutral',
  spare: 'warning',
  overdue: 'danger',
  refunded: 'neutral',
  disputed: 'warning',
}

/** Whether something can be paid now. */
export const isPayable = (order: StateFacts): boolean => {
  const state = shownState(order)
  return order.payable !== null && state !== 'checking' && state !== 'confirm'
}

export type Refusal = NonNullable<NonNullable<OrderWire['attempt']>['refusal']>

/** Why a payment was refused, in words that say what helps. */
export const refusalText = (refusal: Refusal): CopyKey => `billing.refusal.${refusal}`

/** How an invoice stands at `now` (ms). */
export function invoiceState({ amount, paid, due_at: dueAt }: OrderWire['invoices'][number], now: number) {
  if (paid >= amount) return 'paid'
  return dueAt * 1000 <= now ? 'due' : 'later'
}

/**
 * Where a video consultation stands: `held` for a while, then `pending` until staff confirm it or `confirmed` at once; `lapsed` when
 * it was not booked in time.
 */
export const consultationStatuses = [
  'held',
  'lapsed',
  'pending',
  'confirmed',
  'declined',
  'cancelled',
  'complete',
  'missed',
  'rated',
] as const
export type ConsultationStatus = (typeof consultationStatuses)[number]

/** What a learner is told: waiting for confirmation, available, complete, or cancelled. */
export const consultationStates = ['waiting', 'available', 'complete', 'cancelled'] as const
export type ConsultationState = (typeof consultationStates)[number]

export const paymentWays = ['free', 'quota', 'points', 'price'] as const
export type PaymentWay = (typeof paymentWays)[number]

/** What cancels a consultation by itself: the money of the order that has paid for it goes back, or is disputed. */
export const cancelCauses = ['refunded', 'disputed'] as const
export type CancelCause = (typeof cancelCauses)[number]

const stateOfStatus: Record<ConsultationStatus, ConsultationState> = {
  held: 'waiting',
  pending: 'waiting',
  confirmed: 'available',
  complete: 'complete',
  rated: 'complete',
  missed: 'complete',
  lapsed: 'cancelled',
  declined: 'cancelled',
  cancelled: 'cancelled',
}

export function stateOf(status: ConsultationStatus): ConsultationState {
  return stateOfStatus[status]
}

const minuteMs = 60_000
/** How long a time is kept for who is booking it, and for who has gone to pay, in ms. */
export const holdMs = 10 * minuteMs
export const paidHoldMs = 30 * minuteMs
/** How long before it begins the call opens, and how long after its end it may last, in ms. */
const callOpensMs = 10 * minuteMs
const callLastsMs = 30 * minuteMs

/** When people may be in the call of a consultation from `startsAt` to `endsAt` (ms). */
export function callWindow({ startsAt, endsAt }: { startsAt: number; endsAt: number }) {
  return { opensAt: startsAt - callOpensMs, closesAt: endsAt + callLastsMs }
}

type Joinable = {
  status: ConsultationStatus
  startsAt: number
  endsAt: number
  learnerId: number | null
  expertId: number | null
}

/**
 * Whether somebody may be in the call at `now` (ms): only its learner and its expert, once it is confirmed, from ten minutes
 * before it begins to half an hour after its end. `nobody` is for who must not learn that there is one.
 */
export function mayJoin(consultation: Joinable, userId: number, now: number): 'yes' | 'early' | 'over' | 'nobody' {
  const { status, learnerId, expertId } = consultation
  if (userId !== learnerId && userId !== expertId) return 'nobody'
  const { opensAt, closesAt } = callWindow(consultation)
  if (status === 'pending' || (status === 'confirmed' && now < opensAt)) return 'early'
  return status === 'confirmed' && now < closesAt ? 'yes' : 'over'
}

/** What may be done with a consultation, as staff or as its learner. */
export type ConsultationStep =
  | 'book'
  | 'release'
  | 'confirm'
  | 'decline'
  | 'move'
  | 'cancel'
  | 'complete'
  | 'miss'
  | 'hand_over'
  | 'rate'

const allowedFrom: Record<ConsultationStep, readonly ConsultationStatus[]> = {
  book: ['held', 'lapsed'],
  release: ['held'],
  confirm: ['pending'],
  decline: ['pending'],
  move: ['pending', 'confirmed'],
  cancel: ['pending', 'confirmed'],
  complete: ['confirmed'],
  miss: ['confirmed'],
  hand_over: ['pending', 'confirmed'],
  rate: ['complete'],
}

/** Whether a step can be taken from a status; one is complete or missed only after it has begun (`startsAt`, `now` in ms). */
export function mayStep(
  step: ConsultationStep,
  status: ConsultationStatus,
  { startsAt, now }: { startsAt: number; now: number },
): boolean {
  if (!allowedFrom[step].includes(status)) return false
  return (step !== 'complete' && step !== 'miss') || now >= startsAt
}

/** How long before it begins reminders of a consultation come, in ms. */
export const reminderLeads = { day: 24 * 60 * minuteMs, soon: 15 * minuteMs } as const

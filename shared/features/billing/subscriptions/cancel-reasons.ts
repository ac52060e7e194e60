import { textLength } from '#shared/platform/text.ts'

/** Why somebody cancels a subscription. */
export const cancelReasons = ['content', 'platform', 'time', 'price', 'break', 'technical', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** How many characters the reason in one's own words has at least. */
export const leastReason = 10

/** Whether a reason says enough, counted in code points without the space around it. */
export const isReasonLongEnough = (text: string): boolean => textLength(text.trim()) >= leastReason

/** Why a subscription ended: what its learner said, nothing was paid, the payment went back, or the school ended it. */
export const endReasons = [...cancelReasons, 'unpaid', 'refund', 'chargeback', 'school'] as const
export type EndReason = (typeof endReasons)[number]

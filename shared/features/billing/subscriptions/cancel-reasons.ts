/** Why somebody cancels a subscription. */
export const cancelReasons = ['content', 'platform', 'time', 'price', 'break', 'technical', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** How many characters the reason in one's own words has at least. */
export const leastReason = 10

/** Why a subscription ended: what its learner said, nothing was paid, the payment went back, or the school ended it. */
export const endReasons = [...cancelReasons, 'unpaid', 'refund', 'chargeback', 'school'] as const
export type EndReason = (typeof endReasons)[number]

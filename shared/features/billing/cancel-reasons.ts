/** Why somebody cancels a subscription. */
export const cancelReasons = ['content', 'platform', 'time', 'price', 'break', 'technical', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** How many characters the reason in one's own words has at least. */
export const leastReason = 10

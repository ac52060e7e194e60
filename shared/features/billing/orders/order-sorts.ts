/** What orders are sorted by. */
export const orderSorts = ['date', 'amount', 'status'] as const
export type OrderSort = (typeof orderSorts)[number]

/** How orders stand, in the order in which they are sorted. */
export const orderStatuses = ['waiting', 'paid', 'overdue', 'refunded', 'disputed', 'closed'] as const

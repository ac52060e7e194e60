import type { OrderRow } from './order-row.ts'

/** As what a subscription is sold. */
export type SoldAs = { serviceId: number; title: string; taxRate: number }

/** As what the next periods of a subscription are sold, once its plan was changed. */
export function planNow({ subscription }: OrderRow): SoldAs | undefined {
  const changed = subscription?.history.findLast(
    ({ kind, detail }) => (kind === 'changed' || kind === 'planned') && detail['isUnused'] !== true,
  )
  const plan = changed?.detail['plan'] as Partial<SoldAs> | undefined
  const { serviceId, title, taxRate } = plan ?? {}
  return serviceId && title ? { serviceId, title, taxRate: taxRate ?? 0 } : undefined
}

/** SQL: what an invoice of an order is for. */
export const titleOf = (invoice: string, order: string) => `coalesce(${invoice}.title, ${order}.title)`
/** SQL: at which tax it is, in hundredths of a percent. */
export const taxRateOf = (invoice: string, order: string) => `coalesce(${invoice}.tax_rate, ${order}.tax_rate)`

import type { Copy } from '#kit/copy/copy.tsx'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import { moneyText } from '#web/platform/money-text.ts'

/** What a service costs, of a subscription for how long: `9 € each month`. */
export function priceText(t: Copy, { type, price, currency, interval, period: count }: ServiceWire): string {
  if (price === 0) return t('billing.price.free')
  const amount = moneyText(t, price, currency)
  return type === 'course_subscription' ? t('billing.price.each', { amount, interval, count }) : amount
}

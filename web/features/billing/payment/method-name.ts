import type { Copy } from '#kit/copy/copy.tsx'
import type { PaymentMethodWire } from '#shared/features/billing/wire.ts'

/** A saved way to pay as its owner knows it: `Visa •••• 4242`. */
export function methodName(t: Copy, { kind, brand, last4 }: PaymentMethodWire): string {
  const name = brand ? brand[0]?.toUpperCase() + brand.slice(1) : t(`billing.method.${kind}`)
  return last4 === null ? name : `${name} •••• ${last4}`
}

/** Until when a card is valid, `04/30`; undefined when that is not known. */
export function methodExpiry({ expires_month: month, expires_year: year }: PaymentMethodWire): string | undefined {
  return month === null || year === null ? undefined : `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`
}

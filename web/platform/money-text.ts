import type { Copy } from '#kit/copy/copy.tsx'
import { type Currency, formatMoney } from '#shared/platform/money.ts'

/** An amount in minor units in the reader’s language. */
export const moneyText = (t: Copy, amount: number, currency: string) =>
  formatMoney(amount, currency as Currency, t.language)

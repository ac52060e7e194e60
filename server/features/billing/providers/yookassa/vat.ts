import { ProviderRefused } from '../provider.ts'

type Rate = { percent: number | undefined; code: number; from: string; until: string }

const always = { from: '', until: '9999' }

/** YooKassa’s codes of VAT that is included in the price, by the Moscow dates on which a rate holds; `until` is the day after. */
const rates: readonly Rate[] = [
  { percent: undefined, code: 1, ...always },
  { percent: 0, code: 2, ...always },
  { percent: 10, code: 3, ...always },
  { percent: 20, code: 4, from: '2019-01-01', until: '2026-01-01' },
  { percent: 5, code: 7, from: '2025-01-01', until: '9999' },
  { percent: 7, code: 8, from: '2025-01-01', until: '9999' },
  { percent: 22, code: 11, from: '2026-01-01', until: '9999' },
]

const moscow = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' })

/** The code of a rate for what was sold at `soldAt` (ms). Throws ProviderRefused for a rate that did not hold then. */
export function vatCode(percent: number | undefined, soldAt: number): number {
  const day = moscow.format(soldAt)
  const rate = rates.find(rate => rate.percent === percent && rate.from <= day && day < rate.until)
  if (rate === undefined) throw new ProviderRefused(`There is no VAT of ${percent ?? 0} % on ${day}`)
  return rate.code
}

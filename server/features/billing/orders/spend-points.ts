import { type PointRules, pointRange, type PointValues, worthOf } from '#shared/features/billing/orders/order-points.ts'

/** How many points are spent, and what they take off. */
export type SpentPoints = { spent: number; discount: number }

type Buyable = { type: string; trialDays: number; points: number; pointValues: PointValues; pointsBalance: number }
type Price = { currency: string; price: number }

/** What points can be spent on an offer of a price (minor units): of what gives points, or is not paid today, none. */
function pointsFor(offer: Buyable, { currency, price }: Price, rules: PointRules) {
  const valueOf100 = offer.pointValues[currency] ?? 0
  const isTrial = offer.type === 'course_subscription' && offer.trialDays > 0
  if (valueOf100 === 0 || isTrial || offer.points > 0) return undefined
  return { valueOf100, range: pointRange({ balance: offer.pointsBalance, price, currency, valueOf100 }, rules) }
}

/** How many of the points that were asked for are spent: as many as can be. */
export function pointsTaken(offer: Buyable, of: Price, asked: number, rules: PointRules): SpentPoints {
  const { valueOf100 = 0, range } = pointsFor(offer, of, rules) ?? {}
  if (!range || asked === 0) return { spent: 0, discount: 0 }
  const spent = Math.min(range.most, Math.max(range.least, asked))
  const discount = worthOf(spent, { ...of, valueOf100 })
  return discount > 0 ? { spent, discount } : { spent: 0, discount: 0 }
}

/** The points of a checkout; null where none can be spent. */
export function pointsWire(offer: Buyable, of: Price, points: SpentPoints, rules: PointRules) {
  const found = pointsFor(offer, of, rules)
  if (!found) return null
  const { most = 0, usual = 0 } = found.range ?? {}
  return { balance: offer.pointsBalance, least: rules.least, most, usual, ...points, value: found.valueOf100 }
}

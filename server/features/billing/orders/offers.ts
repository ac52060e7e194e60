import { courseTitles } from '#server/features/courses/course-memory.ts'
import type { Database } from '#server/platform/database/database.ts'
import { many, one } from '#server/platform/database/statement.ts'
import { type Discount, discounted, discountRefusal, taxIn } from '#shared/features/billing/selling/discount.ts'
import { isDivisible, type Part, partsOf } from '#shared/features/billing/orders/installments.ts'
import type { PointRules, PointValues } from '#shared/features/billing/orders/order-points.ts'
import type { Period } from '#shared/features/billing/subscriptions/periods.ts'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import type { CheckoutWire, PaymentMethodWire, ServiceWire } from '#shared/features/billing/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { addDays, type LocalDate } from '#shared/platform/times.ts'
import { methodJson } from '../payments/methods.ts'
import { pointsOf, sellsInSandbox } from './order-row.ts'
import { isOwnedBy } from './owned.ts'
import { pointsTaken, pointsWire, type SpentPoints } from './spend-points.ts'

type Texts = Partial<Record<Language, { title: string; description: string }>>

export type ServiceRow = {
  id: number
  type: ServiceWire['type']
  texts: Texts
  courseId: number | null
  accessDays: number | null
  consultations: number
  points: number
  taxRate: number
  instalments: number
  periodCount: number
  periodUnit: Period['unit']
  trialDays: number
  /** Whether it is sold to who has a place in its course, and adds to that. */
  isExtension: boolean
  prices: { currency: string; amount: number }[]
  appstoreProducts: { id: number; alias: string; code: string }[]
}

/** A service as it would be sold to somebody. */
export type SoldRow = ServiceRow & {
  courseVersion: number | null
  ownCurrency: string
  accountId: number | null
  provider: string | null
  /** The cohort that it would open. */
  cohort: { id: number; startsOn: LocalDate; endsOn: LocalDate; hasSeat: boolean } | null
  isOwned: boolean
  waitingOrderId: number | null
}

export type OfferRow = SoldRow & {
  pointValues: PointValues
  /** What can be spent: the balance, and what the order has that this one would take the place of. */
  pointsBalance: number
  methods: PaymentMethodWire[]
  discount: (Discount & { id: number; code: string }) | null
}

export const serviceColumns = `s.id, s.type, s.texts, s.course_id as "courseId", s.access_days as "accessDays", s.consultations, s.points,
  s.tax_rate as "taxRate", s.instalments, s.period_count as "periodCount", s.period_unit as "periodUnit", s.is_extension as "isExtension",
  (select coalesce(json_agg(json_build_object('currency', p.currency, 'amount', p.amount) order by p.currency), '[]')
   from service_prices p where p.service_id = s.id) as prices,
  (select coalesce(json_agg(json_build_object('id', ap.id, 'alias', ap.alias, 'code', ap.code) order by ap.id), '[]')
   from appstore_products ap where ap.service_id = s.id) as "appstoreProducts"`
const isShown = 'not s.is_hidden and s.archived_at is null'
/** SQL: whether the service `s` is sold to anybody; an extension is only to who has a place. */
export const isSold = `${isShown} and not s.is_extension`

/** What a brand sells. */
export const listServices = many<[brandId: string], ServiceRow & { ownCurrency: string }>(
  'list-services',
  `select ${serviceColumns}, s.trial_days as "trialDays", coalesce(t.currency, 'USD') as "ownCurrency"
   from services s left join billing_terms t on t.brand_id = s.brand_id
   where s.brand_id = $1 and ${isSold} order by s.id`,
)

/** What adds to a place in a course of a brand. */
export const listExtensions = many<
  [brandId: string, courseId: number],
  ServiceRow & { ownCurrency: string; isSandbox: boolean }
>(
  'list-extensions',
  `select ${serviceColumns}, s.trial_days as "trialDays", coalesce(t.currency, 'USD') as "ownCurrency",
     ${sellsInSandbox('s.brand_id')} as "isSandbox"
   from services s left join billing_terms t on t.brand_id = s.brand_id
   where s.brand_id = $1 and s.course_id = $2 and ${isShown} and s.is_extension order by s.id`,
)

/** SQL: how many orders use the discount `d`: those that were paid, and those that wait to be; not what the buyer is about to pay. */
const usesOf = (
  serviceId: string,
) => `(select count(*)::int from orders o where o.discount_id = d.id and o.status <> 'closed'
  and not (o.status = 'waiting' and o.user_id = $userId and o.service_id = ${serviceId}))`

/** SQL: the service `s` as it would be sold to `$userId` (0 for a visitor) on `$today`; from `soldTables`. */
export const soldColumns = `${serviceColumns},
  case when exists (select from payment_subscriptions ps where ps.user_id = $userId and ps.service_id = s.id
    and ps.state <> 'created') then 0 else s.trial_days end as "trialDays",
  c.version as "courseVersion", coalesce(t.currency, 'USD') as "ownCurrency",
  a.id as "accountId", a.provider,
  (select json_build_object('id', k.id, 'startsOn', k.starts_on, 'endsOn', k.ends_on, 'hasSeat', k.seats is null or k.seats >
     (select count(*) from user_streams us where us.stream_id = k.id and us.taken_out_at is null))
   from streams k where k.course_id = s.course_id and s.access_days is null and not s.is_extension
     and k.ends_on >= $today and (s.stream_id is null or k.id = s.stream_id)
   order by k.starts_on < $today, abs(k.starts_on - $today::date) limit 1) as cohort,
  ${isOwnedBy('$userId', '$today')} as "isOwned",
  (select o.id from orders o where o.user_id = $userId and o.service_id = s.id and o.status = 'waiting')
    as "waitingOrderId"`
export const soldTables = `services s
  left join courses c on c.id = s.course_id
  left join billing_terms t on t.brand_id = s.brand_id
  left join payment_accounts a on a.brand_id = s.brand_id and a.is_active`

/** A service as it would be sold to a person (0 for a visitor) on `today`, with a code (in capitals). */
export const findOffer = one<
  { id: number; brandId: string; userId: number; today: LocalDate; code: string | null },
  OfferRow
>(
  'find-offer',
  `select ${soldColumns},
     coalesce(t.point_values, '{}') as "pointValues",
     (select coalesce(sum(p.amount), 0)::int from user_scores p where p.user_id = $userId) + coalesce((
       select (${pointsOf('o')}->>'held')::int from orders o
       where o.user_id = $userId and o.service_id = s.id and o.status = 'waiting'), 0) as "pointsBalance",
     (select coalesce(json_agg(${methodJson('m')} order by m.id desc), '[]') from payment_methods m
      where m.user_id = $userId and m.account_id = a.id and m.removed_at is null) as methods,
     (select json_build_object('id', d.id, 'code', d.code, 'percent', d.percent, 'amount', d.amount, 'currency', d.currency,
        'startsAt', unix(d.starts_at) * 1000::bigint, 'endsAt', unix(d.ends_at) * 1000::bigint, 'mostUses', d.most_uses,
        'uses', ${usesOf('s.id')}, 'serviceIds', (select coalesce(json_agg(ds.service_id), '[]') from discount_services ds
          where ds.discount_id = d.id))
      from discounts d where d.brand_id = s.brand_id and d.code = $code and d.archived_at is null) as discount
   from ${soldTables}
   where s.id = $id and s.brand_id = $brandId and ${isShown}`,
)

/** Makes who uses a discount at the same time wait, so that its last use is given once. */
export const lockDiscount = one<[id: number], { mostUses: number | null }>(
  'lock-discount',
  `select most_uses as "mostUses" from discounts where id = $1 for no key update`,
)
/** How often a locked discount has been used, besides by the order that this buyer is about to pay. */
export const countDiscountUses = one<{ id: number; userId: number; serviceId: number }, { uses: number }>(
  'count-discount-uses',
  `select ${usesOf('$serviceId')} as uses from discounts d where d.id = $id`,
)

/** The price that is shown: in the wanted currency, otherwise the school’s own, otherwise the first. */
export function priceOf({ prices, ownCurrency }: Pick<OfferRow, 'prices' | 'ownCurrency'>, wanted?: string) {
  const own = prices.find(price => price.currency === ownCurrency) ?? prices[0]
  return wanted === undefined ? own : prices.find(price => price.currency === wanted)
}

/** A service on the wire. */
export function serviceWire(
  row: ServiceRow & { ownCurrency: string; waitingOrderId?: number | null },
  language: Language,
) {
  const price = priceOf(row) ?? { currency: row.ownCurrency, amount: 0 }
  const { title, description } = textsOf(row.texts, language)
  return {
    id: row.id,
    service_id: row.id,
    type: row.type,
    title,
    description,
    price: price.amount,
    currency: price.currency,
    prices: row.prices,
    quantity: 1,
    order_id: row.waitingOrderId ?? null,
    course_id: row.courseId,
    trial_days: row.trialDays,
    period: row.periodCount,
    interval: row.periodUnit,
    instalments: row.instalments,
    appstore_products: row.appstoreProducts,
  } satisfies ServiceWire
}

export type Terms = {
  currency: string
  price: number
  total: number
  discount: OfferRow['discount']
  points: SpentPoints
  /** Of the first payment, then of the instalments after it. */
  parts: Part[]
}

type Asked = {
  currency?: string | undefined
  isInInstalments?: boolean | undefined
  /** How many are to be spent. */
  points?: number | undefined
}
/** Without rules no points are spent. */
type Moment = { now: number; today: LocalDate; pointRules?: PointRules }

/**
 * What is to be paid for an offer from `today` on, or why it is not sold so. A code that lowers nothing is left out, and so are points
 * that cannot be spent.
 */
export function termsOf(
  offer: OfferRow,
  asked: Asked,
  { now, today, pointRules }: Moment,
): Terms | 'not_sold_in_currency' | 'no_instalments' {
  const price = priceOf(offer, asked.currency)
  if (!price) return 'not_sold_in_currency'
  const { currency, amount } = price
  const { discount } = offer
  const isLowered = discount !== null && discountRefusal(discount, { id: offer.id, currency }, now) === undefined
  const lowered = isLowered ? discounted(amount, discount, currency) : amount
  const whole = { currency, price: lowered }
  const points = pointRules ? pointsTaken(offer, whole, asked.points ?? 0, pointRules) : { spent: 0, discount: 0 }
  const total = lowered - points.discount
  const first = offer.type === 'course_subscription' && offer.trialDays > 0 ? 0 : total
  const divided = dividedOf(offer, { total, currency }, today)
  if (asked.isInInstalments && divided.length === 0) return 'no_instalments'
  const parts = asked.isInInstalments ? divided : [{ amount: first, dueOn: today }]
  return { currency, price: amount, total, discount: isLowered ? discount : null, points, parts }
}

/** What a service opens, from when to when; both dates are inclusive. */
export function opens({ accessDays, cohort, type }: OfferRow, today: LocalDate) {
  if (accessDays !== null) return { startsOn: today, endsOn: addDays(today, accessDays - 1) }
  if (cohort === null) return { startsOn: null, endsOn: null }
  return { startsOn: cohort.startsOn, endsOn: type === 'course_subscription' ? null : cohort.endsOn }
}

/** An offer with its terms, as the checkout shows it. */
export async function checkoutWire(
  db: Database,
  offer: OfferRow,
  terms: Terms,
  { today, pointRules, language }: { today: LocalDate; pointRules: PointRules; language: Language },
) {
  const { courseId, courseVersion } = offer
  const titles =
    courseId === null || courseVersion === null
      ? new Map<number, string>()
      : await courseTitles(db, [{ id: courseId, version: courseVersion }], language)
  const { startsOn, endsOn } = opens(offer, today)
  return {
    service: serviceWire(offer, language),
    currency: terms.currency,
    price: terms.price,
    discount: terms.price - terms.total - terms.points.discount,
    points: pointsWire(
      offer,
      { currency: terms.currency, price: terms.total + terms.points.discount },
      terms.points,
      pointRules,
    ),
    total: terms.total,
    tax: taxIn(terms.total, offer.taxRate),
    tax_rate: offer.taxRate,
    instalments: dividedOf(offer, terms, today).map(({ amount, dueOn }) => ({ amount, due_on: dueOn })),
    gives: {
      course_id: courseId,
      course_title: courseId === null ? null : (titles.get(courseId) ?? null),
      starts_on: startsOn,
      ends_on: endsOn,
      consultations: offer.consultations,
      points: offer.points,
    },
    methods: offer.methods,
    is_sandbox: offer.provider === 'sandbox',
    order_id: offer.waitingOrderId,
    is_owned: offer.isOwned,
  } satisfies CheckoutWire
}

/** The parts in which an offer can be paid; none where it cannot. */
function dividedOf(offer: OfferRow, { total, currency }: Pick<Terms, 'total' | 'currency'>, today: LocalDate): Part[] {
  const divided = { amount: total, currency, count: offer.instalments }
  const period = { count: offer.periodCount, unit: offer.periodUnit }
  return offer.instalments > 1 && isDivisible(divided) ? partsOf(divided, today, period) : []
}

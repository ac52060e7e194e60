import type { Language } from '#shared/platform/contract.ts'
import { isBlank } from '#shared/platform/text.ts'
import { isLocalDate } from '#shared/platform/times.ts'
import { amountFault } from '../payments/least-amounts.ts'
import { isDivisible } from '../orders/installments.ts'
import type { serviceTypes } from './service-kinds.ts'
import type { DiscountFieldsWire, ServiceFieldsWire } from './selling-wire.ts'

type ServiceType = (typeof serviceTypes)[number]
type Texts = Partial<Record<Language, { title: string; description: string }>>

const languages = ['en', 'ru', 'es'] as const satisfies readonly Language[]
/** How long a period may be, so that the last of 36 instalments has a date. */
const mostPeriods = { day: 366, week: 156, month: 36, year: 3 }

/** A service’s words in a language, or in another that it has. */
export function textsOf(texts: Texts, language: Language) {
  return texts[language] ?? texts.en ?? texts.ru ?? texts.es ?? { title: '', description: '' }
}

/** What a service says, without languages in which it says nothing. */
export function writtenTexts(texts: Texts): Texts {
  const written: Texts = {}
  for (const language of languages) {
    const { title = '', description = '' } = texts[language] ?? {}
    if (!isBlank(title) || !isBlank(description))
      written[language] = { title: isBlank(title) ? '' : title.trim(), description: description.trim() }
  }
  return written
}

/** The language in which a title is missing; any will do when nothing is written at all. */
export function untitled(texts: Texts): Language | undefined {
  const written = writtenTexts(texts)
  if (Object.keys(written).length === 0) return 'en'
  return languages.find(language => written[language]?.title === '')
}

/** Whether a service gives something to who has nothing yet; an extension needs a place that it adds to. */
export const isSoldToAnybody = (service: { is_extension: boolean; is_archived: boolean }): boolean =>
  !service.is_extension && !service.is_archived

/** Why a service cannot be as staff describe it, and at which field; undefined when it can. */
export function serviceFault(type: ServiceType, fields: ServiceFieldsWire) {
  const { course_id: courseId, prices, interval } = fields
  const isSubscription = type === 'course_subscription'
  const nameless = untitled(fields.texts)
  if (nameless) return { code: 'title_needed', field: `texts.${nameless}.title` } as const
  if (new Set(prices.map(({ currency }) => currency)).size < prices.length)
    return { code: 'currency_twice', field: 'prices' } as const
  if (isSubscription && prices.some(({ amount }) => amount === 0))
    return { code: 'subscription_free', field: 'prices' } as const
  const unpaid = unpayable(fields)
  if (unpaid) return unpaid
  if (!isSubscription && courseId === null && fields.consultations + fields.points === 0)
    return { code: 'gives_nothing', field: 'course_id' } as const
  const unfit = unfitField(type, fields)
  if (unfit) return { code: 'unfit_for_kind', field: unfit } as const
  return fields.period > mostPeriods[interval] ? ({ code: 'period_too_long', field: 'period' } as const) : undefined
}

/** What of a price providers would not take. */
function unpayable({ prices, instalments: count }: ServiceFieldsWire) {
  for (const [at, { amount, currency }] of prices.entries()) {
    const fault = amountFault(amount, currency)
    if (fault) return { code: `price_${fault}`, field: `prices.${at}.amount` } as const
  }
  const isTooLittle = prices.some(price => price.amount > 0 && !isDivisible({ ...price, count }))
  return isTooLittle ? ({ code: 'part_too_small', field: 'instalments' } as const) : undefined
}

function unfitField(type: ServiceType, fields: ServiceFieldsWire) {
  const { course_id: courseId, stream_id: streamId, access_days: days } = fields
  const isSubscription = type === 'course_subscription'
  if (type === 'course_demo' && courseId === null) return 'course_id'
  if (fields.is_extension) {
    if (type !== 'course_buy') return 'is_extension'
    if (courseId === null) return 'course_id'
    if (streamId !== null) return 'stream_id'
    if (days === null && fields.consultations === 0) return 'access_days'
  }
  if (streamId !== null && (courseId === null || days !== null)) return 'stream_id'
  if (days !== null && courseId === null) return 'access_days'
  if (isSubscription && fields.instalments > 1) return 'instalments'
  return !isSubscription && fields.trial_days > 0 ? 'trial_days' : undefined
}

const firstDay = '2020-01-01'
const lastDay = '2199-12-31'

/** Why a discount cannot be as staff describe it, and at which field; undefined when it can. */
export function discountFault(fields: DiscountFieldsWire) {
  const { percent, amount, currency, starts_on: from, ends_on: until } = fields
  if ((percent === null) === (amount === null)) return { code: 'discount_of_what', field: 'percent' } as const
  if ((amount === null) !== (currency === null)) return { code: 'discount_of_what', field: 'amount' } as const
  for (const [field, date] of [['starts_on', from] as const, ['ends_on', until] as const])
    if (date !== null && (!isLocalDate(date) || date < firstDay || date > lastDay))
      return { code: 'invalid_input', field } as const
  return from !== null && until !== null && until < from
    ? ({ code: 'discount_ends_early', field: 'ends_on' } as const)
    : undefined
}

/** Whether a code, as it is stored, can be typed and told by telephone. */
export function isDiscountCode(code: string): boolean {
  return /^[\p{L}\p{N}-]{3,40}$/u.test(code)
}

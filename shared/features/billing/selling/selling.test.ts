import { expect, test } from 'vitest'
import type { DiscountFieldsWire, ServiceFieldsWire } from './selling-wire.ts'
import {
  discountFault,
  isDiscountCode,
  isSoldToAnybody,
  serviceFault,
  textsOf,
  untitled,
  writtenTexts,
} from './selling.ts'

const words = (title: string, description = '') => ({ title, description })

test('a service speaks the language that is asked for, else English, Russian or Spanish, whichever there is first', () => {
  const all = { en: words('Tea'), ru: words('Чай'), es: words('Té') }
  expect((['en', 'ru', 'es'] as const).map(language => textsOf(all, language).title)).toEqual(['Tea', 'Чай', 'Té'])
  expect(textsOf({ en: all.en, ru: all.ru }, 'es').title).toBe('Tea')
  expect(textsOf({ ru: all.ru, es: all.es }, 'en').title).toBe('Чай')
  expect(textsOf({ es: all.es }, 'ru').title).toBe('Té')
  expect(textsOf({}, 'ru')).toEqual(words(''))
})

test('a language in which nothing visible is written is left out, the others are trimmed', () => {
  expect(writtenTexts({ en: words(' Tea ', ' Hot\n'), ru: words(' ', '\u200b'), es: words('', ' Caliente ') })).toEqual(
    {
      en: words('Tea', 'Hot'),
      es: words('', 'Caliente'),
    },
  )
  expect(writtenTexts({ ru: words('\u200b', 'Чай') })).toEqual({ ru: words('', 'Чай') })
  expect(writtenTexts({ ru: words('Чай', '\u200b') }).ru?.title).toBe('Чай')
})

test('a title is missing in the language that has only a description, or in English where nothing is written', () => {
  expect(untitled({ en: words('Tea'), es: words('Té') })).toBeUndefined()
  expect(untitled({ en: words('Tea'), es: words('', 'Caliente') })).toBe('es')
  expect(untitled({ ru: words(' ') })).toBe('en')
  expect(untitled({})).toBe('en')
})

const course: ServiceFieldsWire = {
  texts: { en: words('Tea') },
  prices: [
    { currency: 'EUR', amount: 0 },
    { currency: 'USD', amount: 900 },
  ],
  course_id: 1,
  stream_id: null,
  access_days: null,
  consultations: 0,
  points: 0,
  tax_rate: 0,
  instalments: 1,
  period: 1,
  interval: 'month',
  trial_days: 0,
}
const priced = { prices: [{ currency: 'EUR' as const, amount: 900 }] }
const faultOf = (type: Parameters<typeof serviceFault>[0], fields: Partial<ServiceFieldsWire>) => {
  const fault = serviceFault(type, { ...course, ...fields })
  return fault && `${fault.code} at ${fault.field}`
}

test.each<[string, Parameters<typeof serviceFault>[0], Partial<ServiceFieldsWire>, string | undefined]>([
  ['a course for nothing or a price', 'course_buy', {}, undefined],
  ['one without a title', 'course_buy', { texts: { ru: words('', 'Чай') } }, 'title_needed at texts.ru.title'],
  [
    'one with two prices in a currency',
    'course_buy',
    { prices: [...course.prices, { currency: 'EUR', amount: 5 }] },
    'currency_twice at prices',
  ],
  [
    'one for less than can be paid',
    'course_buy',
    { prices: [{ currency: 'EUR', amount: 49 }] },
    'price_too_small at prices.0.amount',
  ],
  [
    'one for three digits of a dinar',
    'course_buy',
    { prices: [...course.prices, { currency: 'KWD', amount: 9995 }] },
    'price_unround at prices.2.amount',
  ],
  [
    'one in parts of which none can be paid',
    'course_buy',
    { ...priced, instalments: 19 },
    'part_too_small at instalments',
  ],
  ['one in the smallest parts', 'course_buy', { ...priced, instalments: 18 }, undefined],
  ['a subscription', 'course_subscription', priced, undefined],
  ['a subscription for nothing in one currency', 'course_subscription', {}, 'subscription_free at prices'],
  [
    'a subscription of no course, which opens the app',
    'course_subscription',
    { ...priced, course_id: null },
    undefined,
  ],
  ['what gives nothing', 'course_buy', { course_id: null }, 'gives_nothing at course_id'],
  ['consultations alone', 'course_buy', { course_id: null, consultations: 1 }, undefined],
  [
    'one point with each of some consultations',
    'course_buy',
    { course_id: null, consultations: 3, points: 3 },
    undefined,
  ],
  ['points alone', 'course_buy', { course_id: null, points: 1 }, undefined],
  ['a demo', 'course_demo', {}, undefined],
  ['a demo of no course', 'course_demo', { course_id: null, points: 1 }, 'unfit_for_kind at course_id'],
  ['a course in a chosen cohort', 'course_buy', { stream_id: 3 }, undefined],
  ['a cohort of no course', 'course_buy', { course_id: null, points: 1, stream_id: 3 }, 'unfit_for_kind at stream_id'],
  ['a course for some days', 'course_buy', { access_days: 30 }, undefined],
  ['a chosen cohort for some days', 'course_buy', { stream_id: 3, access_days: 30 }, 'unfit_for_kind at stream_id'],
  ['days of no course', 'course_buy', { course_id: null, points: 1, access_days: 30 }, 'unfit_for_kind at access_days'],
  ['a course in instalments', 'course_buy', { instalments: 2 }, undefined],
  [
    'a subscription in instalments',
    'course_subscription',
    { ...priced, instalments: 2 },
    'unfit_for_kind at instalments',
  ],
  ['a subscription with a trial', 'course_subscription', { ...priced, trial_days: 1 }, undefined],
  ['a course with a trial', 'course_buy', { trial_days: 1 }, 'unfit_for_kind at trial_days'],
])('%s (%s, %o): %s', (_name, type, fields, fault) => expect(faultOf(type, fields)).toBe(fault))

test.each<[string, Partial<ServiceFieldsWire>, string | undefined]>([
  ['by days', { access_days: 30 }, undefined],
  ['by consultations', { consultations: 1 }, undefined],
  ['by nothing', {}, 'unfit_for_kind at access_days'],
  ['of no course', { course_id: null, consultations: 1 }, 'unfit_for_kind at course_id'],
  ['in a chosen cohort', { stream_id: 3, consultations: 1 }, 'unfit_for_kind at stream_id'],
])('a course is extended %s (%o): %s', (_name, fields, fault) =>
  expect(faultOf('course_buy', { ...fields, is_extension: true })).toBe(fault),
)

test('only what is bought extends a course, not a subscription or a demo', () => {
  const extension = { ...priced, access_days: 30, is_extension: true }
  expect(faultOf('course_subscription', extension)).toBe('unfit_for_kind at is_extension')
  expect(faultOf('course_demo', extension)).toBe('unfit_for_kind at is_extension')
})

test.each([
  ['day', 366],
  ['week', 156],
  ['month', 36],
  ['year', 3],
] as const)('a period in units of a %s may be %i of them long', (interval, most) => {
  expect(faultOf('course_buy', { interval, period: most })).toBeUndefined()
  expect(faultOf('course_buy', { interval, period: most + 1 })).toBe('period_too_long at period')
})

const tenPercent: DiscountFieldsWire = {
  percent: 10,
  amount: null,
  currency: null,
  most_uses: null,
  starts_on: null,
  ends_on: null,
  service_ids: [],
}

test.each<[string, Partial<DiscountFieldsWire>, string | undefined]>([
  ['a percentage', {}, undefined],
  ['an amount', { percent: null, amount: 500, currency: 'EUR' }, undefined],
  ['both', { amount: 500, currency: 'EUR' }, 'discount_of_what at percent'],
  ['neither', { percent: null }, 'discount_of_what at percent'],
  ['an amount of no currency', { percent: null, amount: 500 }, 'discount_of_what at amount'],
  ['a percentage of a currency', { currency: 'EUR' }, 'discount_of_what at amount'],
  ['from a day on', { starts_on: '2020-01-01' }, undefined],
  ['until a day', { ends_on: '2199-12-31' }, undefined],
  ['for one day', { starts_on: '2026-12-24', ends_on: '2026-12-24' }, undefined],
  ['until before it begins', { starts_on: '2026-12-24', ends_on: '2026-12-23' }, 'discount_ends_early at ends_on'],
  ['from a day that is none', { starts_on: '2026-02-30' }, 'invalid_input at starts_on'],
  ['from before schools were here', { starts_on: '2019-12-31' }, 'invalid_input at starts_on'],
  ['until long after us', { ends_on: '2200-01-01' }, 'invalid_input at ends_on'],
])('a discount of %s (%o): %s', (_name, fields, wanted) => {
  const fault = discountFault({ ...tenPercent, ...fields })
  expect(fault && `${fault.code} at ${fault.field}`).toBe(wanted)
})

test('a code has 3 to 40 letters, digits and hyphens of any language', () => {
  for (const code of ['AB1', 'ВЕСНА-2026', 'A'.repeat(40)]) expect([code, isDiscountCode(code)]).toEqual([code, true])
  for (const code of ['AB', 'A'.repeat(41), 'A B C', 'AB_C', '!ABC', 'ABC!'])
    expect([code, isDiscountCode(code)]).toEqual([code, false])
})

test('anybody can buy what is neither archived nor only for those who have a place already', () => {
  const isSold = (is_extension: boolean, is_archived: boolean) => isSoldToAnybody({ is_extension, is_archived })
  expect([isSold(false, false), isSold(true, false), isSold(false, true), isSold(true, true)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

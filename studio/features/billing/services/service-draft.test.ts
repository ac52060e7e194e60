import { expect, test } from 'vitest'
import type { EditedServiceWire } from '#shared/features/billing/selling/selling-wire.ts'
import { draftOf, fieldsOf, newDraft } from './service-draft.ts'

const service: EditedServiceWire = {
  id: 1,
  type: 'course_subscription',
  is_general: false,
  texts: { en: { title: 'Yoga', description: '' }, ru: { title: 'Йога', description: 'Дома' } },
  prices: [
    { currency: 'JPY', amount: 1250 },
    { currency: 'KWD', amount: 12_500 },
    { currency: 'USD', amount: 125_050 },
  ],
  course_id: 7,
  stream_id: null,
  access_days: 30,
  consultations: 2,
  points: 0,
  tax_rate: 750,
  instalments: 1,
  period: 3,
  interval: 'month',
  trial_days: 7,
  is_extension: false,
  appstore_products: [{ alias: 'ios', code: 'com.school.yoga' }],
  state: 'shown',
  revision: 4,
}
const { id: _id, type: _type, is_general: _is, state: _state, revision: _revision, ...sent } = service
const draft = { ...newDraft, texts: { ...newDraft.texts, en: { title: 'Yoga', description: '' } }, courseId: 7 }
const priced = { ...draft, prices: [{ currency: 'EUR', typed: '49' }] as const }

test.each(['en', 'ru', 'es'] as const)('what is stored is shown and sent back as it was, in %s', language => {
  expect(fieldsOf(draftOf(service, language), language)).toEqual({ fields: sent })
})

test('amounts of currencies with three digits are written with the comma of the language', () => {
  const typed = (language: 'en' | 'es') => draftOf(service, language).prices.map(price => price.typed)
  expect(typed('en')).toEqual(['1250', '12.500', '1250.50'])
  expect(typed('es')).toEqual(['1250', '12,500', '1250,50'])
})

test('what is wrong is told by its field', () => {
  const faults = (changes: object) => fieldsOf({ ...priced, ...changes }, 'es').faults
  expect(faults({})).toBeUndefined()
  expect(faults({ prices: [] })).toEqual({ prices: 'noPrice' })
  expect(faults({ prices: [{ currency: 'KWD', typed: '12.500' }] })).toEqual({ 'prices.0.amount': 'amount' })
  expect(faults({ tax: '100' })).toEqual({ tax_rate: 'percent' })
  expect(faults({ points: '-1', consultations: '1.5' })).toEqual({ points: 'number', consultations: 'number' })
  expect(faults({ opens: 'cohort' })).toEqual({ stream_id: 'noCohort' })
  expect(faults({ courseId: null })).toEqual({ course_id: 'gives_nothing' })
  expect(faults({ texts: newDraft.texts })).toEqual({ 'texts.en.title': 'title_needed' })
})

test('what was an extension is none any more once something else opens', () => {
  const extension = { ...service, type: 'course_buy', trial_days: 0, is_extension: true } as const
  const shown = draftOf(extension, 'en')
  expect(fieldsOf(shown, 'en')).toMatchObject({ fields: { is_extension: true, access_days: 30 } })
  expect(fieldsOf({ ...shown, opens: 'days' }, 'en')).toMatchObject({
    fields: { is_extension: false, access_days: 30 },
  })
})

test('what does not go with the kind is not sent, however it was typed before', () => {
  const once = { ...priced, opens: 'days', trialDays: '7', period: 'x' } as const
  expect(fieldsOf(once, 'en')).toMatchObject({ fields: { trial_days: 0, period: 1, access_days: 30, stream_id: null } })
  const monthly = { ...priced, type: 'course_subscription', instalments: '6', courseId: null } as const
  expect(fieldsOf(monthly, 'en')).toMatchObject({ fields: { instalments: 1, access_days: null } })
})

import { percentText } from '#shared/features/billing/orders/receipt.ts'
import { serviceFault, writtenTexts } from '#shared/features/billing/selling/selling.ts'
import type { EditedServiceWire, ServiceFieldsWire } from '#shared/features/billing/selling/selling-wire.ts'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type Currency, readAmount, typedAmount } from '#shared/platform/money.ts'
import { noText, type Text } from '../TextsFields.tsx'
import { readPercent, readStore, readWhole } from './typed-values.ts'

/** A service as it is typed. */
export type ServiceDraft = {
  type: ServiceWire['type']
  isGeneral: boolean
  texts: Record<Language, Text>
  prices: readonly { currency: Currency; typed: string }[]
  courseId: number | null
  /** What opens of the course: the next cohort, a certain one, a place from the day of payment, or more of a place that one has. */
  opens: 'next' | 'cohort' | 'days' | 'more'
  streamId: number | null
  accessDays: string
  consultations: string
  points: string
  tax: string
  instalments: string
  period: string
  interval: ServiceWire['interval']
  trialDays: string
  /** One product a line: the app and its code. */
  store: string
}

/** What a part of the form needs: what is typed, how to change it, and what is wrong at a field. */
export type Part = {
  draft: ServiceDraft
  change: (changes: Partial<ServiceDraft>, ...fields: string[]) => void
  errorOf: (field: string) => string | undefined
}

export const newDraft: ServiceDraft = {
  type: 'course_buy',
  isGeneral: false,
  texts: { en: noText, ru: noText, es: noText },
  prices: [],
  courseId: null,
  opens: 'next',
  streamId: null,
  accessDays: '30',
  consultations: '0',
  points: '0',
  tax: '0',
  instalments: '1',
  period: '1',
  interval: 'month',
  trialDays: '0',
  store: '',
}

/** A stored service as it is shown in the form’s fields. */
export function draftOf(service: EditedServiceWire, language: Language): ServiceDraft {
  const { stream_id: streamId, access_days: days, texts } = service
  return {
    type: service.type,
    isGeneral: service.is_general,
    texts: { en: texts.en ?? noText, ru: texts.ru ?? noText, es: texts.es ?? noText },
    prices: service.prices.map(({ currency, amount }) => ({
      currency,
      typed: typedAmount(amount, currency, language),
    })),
    courseId: service.course_id,
    opens: service.is_extension ? 'more' : days !== null ? 'days' : streamId !== null ? 'cohort' : 'next',
    streamId,
    accessDays: String(days ?? (service.is_extension ? '' : newDraft.accessDays)),
    consultations: String(service.consultations),
    points: String(service.points),
    tax: percentText(service.tax_rate, language),
    instalments: String(service.instalments),
    period: String(service.period),
    interval: service.interval,
    trialDays: String(service.trial_days),
    store: (service.appstore_products ?? []).map(({ alias, code }) => `${alias} ${code}`).join('\n'),
  }
}

/** The least and most of the numbers in the form, by the field of the call. */
export const limits = {
  access_days: [1, 3660],
  consultations: [0, 1000],
  points: [0, 1_000_000],
  instalments: [1, 36],
  period: [1, 366],
  trial_days: [0, 366],
} as const
type Numbered = keyof typeof limits

export type Fault = 'store' | 'number' | 'percent' | 'amount' | 'noPrice' | 'noCohort' | ReturnType<typeof codeOf>
const codeOf = (fault: NonNullable<ReturnType<typeof serviceFault>>) => fault.code

/** What is sent of a draft, or what is wrong with it, by field. What does not go with its kind is left out. */
export function fieldsOf(
  draft: ServiceDraft,
  language: Language,
): { fields: ServiceFieldsWire; faults?: undefined } | { faults: Record<string, Fault> } {
  const faults: Record<string, Fault> = {}
  const number = (name: Numbered, typed: string) => {
    const [least, most] = limits[name]
    const value = readWhole(typed, least, most)
    if (value === undefined) faults[name] = 'number'
    return value ?? 0
  }
  const hasCourse = draft.courseId !== null
  const isSubscription = draft.type === 'course_subscription'
  const instalments = isSubscription ? 1 : number('instalments', draft.instalments)
  const tax = readPercent(draft.tax)
  if (tax === undefined) faults['tax_rate'] = 'percent'
  const isExtension = hasCourse && draft.opens === 'more'
  // More consultations alone add no days.
  const hasDays = draft.opens === 'days' || (isExtension && draft.accessDays.trim() !== '')
  const store = readStore(draft.store)
  if (store === undefined) faults['appstore_products'] = 'store'
  const fields: ServiceFieldsWire = {
    texts: writtenTexts(draft.texts),
    prices: draft.prices.map(({ currency, typed }, index) => {
      const amount = readAmount(typed, currency, language)
      if (amount === undefined) faults[`prices.${index}.amount`] = 'amount'
      return { currency, amount: amount ?? 0 }
    }),
    course_id: draft.courseId,
    stream_id: hasCourse && draft.opens === 'cohort' ? draft.streamId : null,
    access_days: hasCourse && hasDays ? number('access_days', draft.accessDays) : null,
    consultations: number('consultations', draft.consultations),
    points: number('points', draft.points),
    tax_rate: tax ?? 0,
    instalments,
    period: isSubscription || instalments > 1 ? number('period', draft.period) : 1,
    interval: draft.interval,
    trial_days: isSubscription ? number('trial_days', draft.trialDays) : 0,
    is_extension: isExtension,
    appstore_products: store ?? [],
  }
  if (fields.prices.length === 0) faults['prices'] = 'noPrice'
  if (hasCourse && draft.opens === 'cohort' && draft.streamId === null) faults['stream_id'] = 'noCohort'
  if (Object.keys(faults).length > 0) return { faults }
  const fault = serviceFault(draft.type, fields)
  return fault ? { faults: { [fault.field]: fault.code } } : { fields }
}

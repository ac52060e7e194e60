import { writtenTexts } from '#shared/features/billing/selling/selling.ts'
import type { KindFieldsWire, StaffKindWire } from '#shared/features/videoconsultations/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { noText, type Text } from '#studio/features/billing/TextsFields.tsx'

/** The numbers of a kind by their names in the call, with the least and the most of each. */
const limits = {
  length_minutes: [5, 480],
  step_minutes: [5, 480],
  buffer_before_minutes: [0, 240],
  buffer_after_minutes: [0, 240],
  notice_minutes: [0, 43_200],
  horizon_days: [1, 366],
} as const
export type NumberName = keyof typeof limits
export const numberNames = Object.keys(limits) as NumberName[]

/** A kind of consultations as it is typed; `points` is empty where it cannot be paid for with any. */
export type KindDraft = Pick<
  KindFieldsWire,
  'course_id' | 'needs_confirmation' | 'takes_quota' | 'service_id' | 'expert_ids' | 'is_shown'
> & { texts: Record<Language, Text>; numbers: Record<NumberName, string>; points: string }

export const newKind: KindDraft = {
  texts: { en: noText, ru: noText, es: noText },
  numbers: {
    length_minutes: '30',
    step_minutes: '30',
    buffer_before_minutes: '0',
    buffer_after_minutes: '0',
    notice_minutes: '1440',
    horizon_days: '30',
  },
  points: '',
  course_id: null,
  needs_confirmation: true,
  takes_quota: false,
  service_id: null,
  expert_ids: [],
  is_shown: true,
}

/** A stored kind as it is shown in the fields of its form. */
export function draftOfKind(kind: StaffKindWire): KindDraft {
  const { course_id, needs_confirmation, takes_quota, service_id, expert_ids, is_shown, texts } = kind
  return {
    texts: { en: texts.en ?? noText, ru: texts.ru ?? noText, es: texts.es ?? noText },
    numbers: {
      length_minutes: String(kind.length_minutes),
      step_minutes: String(kind.step_minutes),
      buffer_before_minutes: String(kind.buffer_before_minutes),
      buffer_after_minutes: String(kind.buffer_after_minutes),
      notice_minutes: String(kind.notice_minutes),
      horizon_days: String(kind.horizon_days),
    },
    points: kind.points === null ? '' : String(kind.points),
    course_id,
    needs_confirmation,
    takes_quota,
    service_id,
    expert_ids,
    is_shown,
  }
}

const wholeIn = (typed: string, [least, most]: readonly [number, number]) => {
  const number = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
const mostPoints = [1, 1_000_000] as const

/** What is sent of a draft. Its numbers must be fit. */
export function fieldsOfKind(draft: KindDraft): KindFieldsWire {
  const { texts, numbers, points, ...rest } = draft
  const number = (name: NumberName) => wholeIn(numbers[name], limits[name]) ?? limits[name][0]
  return {
    ...rest,
    texts: writtenTexts(texts),
    length_minutes: number('length_minutes'),
    step_minutes: number('step_minutes'),
    buffer_before_minutes: number('buffer_before_minutes'),
    buffer_after_minutes: number('buffer_after_minutes'),
    notice_minutes: number('notice_minutes'),
    horizon_days: number('horizon_days'),
    points: points.trim() === '' ? null : (wholeIn(points, mostPoints) ?? null),
  }
}

/** What is wrong with a draft, by field: 'untitled', 'nobody', or the least and the most of a number. */
export function kindFaults(draft: KindDraft): Record<string, 'untitled' | 'nobody' | readonly [number, number]> {
  const numbers = numberNames.filter(name => wholeIn(draft.numbers[name], limits[name]) === undefined)
  const hasTitle = Object.keys(writtenTexts(draft.texts)).length > 0
  const arePointsFit = draft.points.trim() === '' || wholeIn(draft.points, mostPoints) !== undefined
  return {
    ...(!hasTitle && { 'texts.en.title': 'untitled' as const }),
    ...Object.fromEntries(numbers.map(name => [name, limits[name]])),
    ...(!arePointsFit && { points: mostPoints }),
    ...(draft.expert_ids.length === 0 && { expert_ids: 'nobody' as const }),
  }
}

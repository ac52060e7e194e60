import { readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { loadCopy } from 'virtual:copy/web'
import { expect, test } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import { showMessage } from '#kit/copy/message.ts'
import type { ChatConsultations, Consultation } from '#shared/features/consultations/forms.ts'
import { consultationState, costText } from './ConsultationBanner.tsx'

const en = createCopy('en', await loadCopy('en'))

const none: ChatConsultations = {
  consultations: [],
  orders: [],
  consultationLimit: undefined,
  maxConsultationCount: 0,
  used: 0,
}
const limited = { ...none, consultationLimit: 3, maxConsultationCount: 5 }
const one = (id: number, status: Consultation['status']): Consultation => ({
  id,
  chatChannelId: 7,
  status,
  startMessageId: 1,
  endMessageId: status === 'open' ? undefined : 9,
  amount: 1,
  rating: undefined,
})

test('a course without a limit and without consultations shows nothing [CNS-03]', () => {
  expect(consultationState(none)).toBeUndefined()
})

test('one may be requested while some are left and none is open or waiting [CNS-03] [CNS-04]', () => {
  expect(consultationState(limited)).toMatchObject({ canOrder: true, counter: { kind: 'maximum', count: 5 } })
  expect(consultationState({ ...limited, used: 5 })).toMatchObject({ canOrder: false, counter: { kind: 'over' } })
  expect(consultationState({ ...limited, used: 1, consultations: [one(1, 'open')] })).toMatchObject({
    isOpen: true,
    canOrder: false,
    counter: { kind: 'left', count: 4 },
  })
  const order = { id: 1, chatChannelId: 7, status: 'waiting' as const, createdAt: 0 }
  expect(consultationState({ ...limited, orders: [order] })).toMatchObject({ waiting: order, canOrder: false })
})

test('before one is requested it says what it costs', () => {
  const costs = (used: number, all: ChatConsultations = limited) => {
    const state = consultationState({ ...all, used, consultations: [one(1, 'rated')] })
    return state && costText(en, state)
  }
  expect(costs(0)).toContain('uses 1 of your 5 consultations')
  expect(costs(4)).toContain('uses your last consultation')
  expect(costs(0, none)).not.toContain('uses')
})

test('the latest closed one is offered for rating, a rated one is not [CNS-02]', () => {
  const consultations = [one(1, 'close'), one(3, 'rated'), one(2, 'close')]
  expect(consultationState({ ...limited, consultations })?.toRate?.id).toBe(2)
  expect(consultationState({ ...limited, consultations: [one(3, 'rated')] })?.toRate).toBeUndefined()
})

test('the counter has the right plural form in every language [CNS-03]', () => {
  const shown = (language: 'en' | 'ru' | 'es', key: string, count: number) => {
    const texts: unknown = JSON.parse(readFileSync(new URL(`copy/${language}.json`, import.meta.url), 'utf8'))
    return showMessage(compileMessageOrThrow((texts as Record<string, string>)[key] ?? ''), language, { count })
  }
  const counts = [1, 2, 5, 11, 21]
  expect(counts.map(count => shown('ru', 'consultations.maximum', count))).toEqual([
    'Доступна 1 консультация',
    'Доступно 2 консультации',
    'Доступно 5 консультаций',
    'Доступно 11 консультаций',
    'Доступна 21 консультация',
  ])
  expect([1, 3].map(count => shown('en', 'consultations.left', count))).toEqual([
    '1 consultation left',
    '3 consultations left',
  ])
  expect([1, 3].map(count => shown('es', 'consultations.left', count))).toEqual([
    'Queda 1 consulta',
    'Quedan 3 consultas',
  ])
})

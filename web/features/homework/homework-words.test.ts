import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import type { CompiledCopy } from '#kit/copy/message.ts'
import type { UserHomework } from '#shared/features/homework/forms.ts'
import en from './copy/en.json'
import es from './copy/es.json'
import ru from './copy/ru.json'
import { dueWords } from './homework-times.ts'
import { homeworkMark } from './StatusBadge.tsx'

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)])) as CompiledCopy
const t = createCopy('en', compiled(en))
const inRussian = createCopy('ru', compiled(ru))
const inSpanish = createCopy('es', compiled(es))

const noon = Date.UTC(2026, 2, 4, 12)
const hours = (count: number) => noon + count * 3_600_000

test('the expected answer time is shown in the learner’s time zone and language [HWK-03] [HWK-10]', () => {
  expect(dueWords(t, hours(1), noon, 'Europe/Madrid')).toBe('by 14:00 today')
  expect(dueWords(t, hours(23), noon, 'UTC')).toBe('by 11:00 tomorrow')
  expect(dueWords(t, hours(23), noon, 'Asia/Vladivostok')).toBe('by 21:00 tomorrow')
  expect(dueWords(t, hours(40), noon, 'UTC')).toBe('by 04:00 on 6 Mar')
  expect(dueWords(inRussian, hours(23), noon, 'UTC')).toBe('завтра до 11:00')
  expect(dueWords(inSpanish, hours(23), noon, 'UTC')).toBe('mañana antes de las 11:00')
})

const status = (more: Partial<UserHomework>) => ({ status: 'NOT_UPLOADED', isLocked: false, ...more }) as UserHomework

test('each state has its badge, with the points once approved [HWK-03] [HWK-10]', () => {
  const text = (more: Partial<UserHomework>, points?: number) => homeworkMark(t, status(more), { points }).text
  expect(text({})).toBe('Not sent')
  expect(text({ status: 'UPLOADED' })).toBe('Under review')
  expect(text({ status: 'FAIL' })).toBe('Sent back')
  expect([text({ status: 'DONE' }, 40), text({ status: 'DONE' }, 1), text({ status: 'DONE' })]).toEqual([
    'Approved · 40 points',
    'Approved · 1 point',
    'Approved',
  ])
})

test('a lock shows its reason and never hides an approval; an unsent hand-in comes first [HWK-09] [HWK-11]', () => {
  const locked = { isLocked: true, lockReason: 'demo' } as const
  expect(homeworkMark(t, status(locked))).toMatchObject({ text: 'Not part of the demo', icon: 'lock' })
  expect(homeworkMark(t, status({ isLocked: true, lockReason: 'stream' })).text).toBe('The course isn’t open now')
  expect(homeworkMark(t, status({ ...locked, status: 'DONE' })).text).toBe('Approved')
  expect(homeworkMark(t, status({ status: 'UPLOADED' }), { handIn: 'waiting' }).text).toBe('Waiting to be sent')
  expect(homeworkMark(t, status({ status: 'UPLOADED' }), { handIn: 'refused' }).text).toBe('Needs your decision')
})

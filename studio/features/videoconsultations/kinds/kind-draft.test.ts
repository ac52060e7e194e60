import { expect, test } from 'vitest'
import type { StaffKindWire } from '#shared/features/videoconsultations/wire.ts'
import { draftOfKind, fieldsOfKind, kindFaults, newKind } from './kind-draft.ts'

const stored: StaffKindWire = {
  id: 3,
  texts: { en: { title: 'Talk', description: 'About your goals' } },
  course_id: null,
  length_minutes: 45,
  step_minutes: 15,
  buffer_before_minutes: 5,
  buffer_after_minutes: 10,
  notice_minutes: 120,
  horizon_days: 21,
  needs_confirmation: false,
  takes_quota: true,
  points: 50,
  service_id: 9,
  expert_ids: [2, 4],
  is_shown: true,
  revision: 6,
}
const { id: _, revision: _revision, ...fields } = stored

test('a stored kind is sent as it was stored when nothing is changed', () => {
  expect(fieldsOfKind(draftOfKind(stored))).toEqual(fields)
  expect(kindFaults(draftOfKind(stored))).toEqual({})
  expect(fieldsOfKind({ ...draftOfKind(stored), points: ' ' }).points).toBeNull()
})

test('a new kind needs a title and somebody; numbers stay within their limits', () => {
  expect(kindFaults(newKind)).toEqual({ 'texts.en.title': 'untitled', expert_ids: 'nobody' })
  const draft = draftOfKind(stored)
  const faults = kindFaults({
    ...draft,
    numbers: { ...draft.numbers, length_minutes: '4', horizon_days: '', notice_minutes: '43200', step_minutes: '1.5' },
    points: '0',
  })
  expect(faults).toEqual({
    length_minutes: [5, 480],
    step_minutes: [5, 480],
    horizon_days: [1, 366],
    points: [1, 1_000_000],
  })
})

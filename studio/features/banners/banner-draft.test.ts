import { expect, test } from 'vitest'
import { draftFault, draftOf, fieldsFromDraft, newBanner } from './banner-draft.ts'

const written = { ...newBanner, texts: { en: { title: 'Tea', description: '' } }, positionsIds: [1] }

test('a banner is sent as it is stored, its moments by the clock of who writes it', () => {
  const { image: _, starts: __, ends: ___, ...rest } = written
  const draft = { ...written, link: ' /courses ', starts: '2026-07-01T10:00', ends: '2026-12-01T10:00' }
  const fields = fieldsFromDraft(draft, 'Europe/Madrid')
  expect(fields).toEqual({
    ...rest,
    link: '/courses',
    starts_at: Date.UTC(2026, 6, 1, 8) / 1000,
    ends_at: Date.UTC(2026, 11, 1, 9) / 1000,
  })
  const stored = { ...fields, id: 1, image: null, state: 'hidden' as const, revision: 1 }
  expect(draftOf(stored, 'Europe/Madrid')).toEqual({ ...draft, link: '/courses' })
  expect(fieldsFromDraft(written, 'UTC')).toMatchObject({ link: null, starts_at: null, ends_at: null })
})

test('faults stand at their fields', () => {
  expect(draftFault(written, 'UTC')).toBeUndefined()
  expect(draftFault(newBanner, 'UTC')).toMatchObject({ field: 'texts.en.title' })
  expect(draftFault({ ...written, positionsIds: [] }, 'UTC')).toMatchObject({ field: 'positionsIds' })
  expect(draftFault({ ...written, link: 'javascript:alert(1)' }, 'UTC')).toMatchObject({ field: 'link' })
  const swapped = { starts: '2026-12-02T10:00', ends: '2026-12-01T10:00' }
  expect(draftFault({ ...written, ...swapped }, 'UTC')).toMatchObject({ field: 'ends_at' })
})

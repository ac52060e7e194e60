import { expect, test } from 'vitest'
import type { EditedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import { draftFrom, draftOf, fieldsFrom, isSaved, newAnnouncement, newAudience } from './announcement-draft.ts'

const stored: EditedAnnouncementWire = {
  ...newAnnouncement({ en: { title: 'Tea', body: 'At five' } }),
  id: 1,
  state: 'draft',
  starts_at: null,
  recipients: 0,
  told: 0,
  pushed: 0,
  lettered: 0,
  opened: 0,
  clicked: 0,
  revision: 3,
}

test('a draft says what is stored until something else is written; blanks and empty languages are nothing', () => {
  const draft = draftOf(stored)
  expect(draft.revision).toBe(3)
  expect(isSaved(draft, stored)).toBe(true)
  const { fields } = draft
  const blank = { ...fields, link: ' ', texts: { ...fields.texts, ru: { title: ' ', body: '' } } }
  expect(isSaved({ fields: blank }, stored)).toBe(true)
  for (const other of [
    { ...fields, by_letter: true },
    { ...fields, link: '/courses' },
    { ...fields, audience: newAudience('away') },
    { ...fields, timing: { ...fields.timing, kind: 'at' as const, at: 7 } },
    { ...fields, texts: { en: { title: 'Tea', body: 'At six' } } },
  ])
    expect(isSaved({ fields: other }, stored)).toBe(false)
  // A database may name fields in another order.
  const turned = { ...stored, audience: Object.fromEntries(Object.entries(stored.audience).toReversed()) }
  expect(isSaved(draft, turned as typeof stored)).toBe(true)
})

test('what a device kept is a draft again, whatever else lies there is none', () => {
  const draft = draftOf(stored)
  expect(draftFrom(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  for (const odd of [undefined, null, 'x', {}, { revision: 1 }]) expect(draftFrom(odd)).toBeUndefined()
  expect(fieldsFrom({ ...draft.fields, link: ' /courses ' }).link).toBe('/courses')
})

import { expect, test } from 'vitest'
import { draftFrom, draftOf, isSaved, saidIn } from './article-draft.ts'
import { storedArticle as stored } from './testing/stored-article.ts'

test('an author goes on with what this device kept, and with nothing else', () => {
  const kept = draftOf(stored)
  expect(draftFrom(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  const { sent: _, ...earlier } = kept
  expect(draftFrom(earlier), 'kept before it was written down what was sent').toEqual(kept)
  for (const other of [undefined, 'text', { revision: 1 }]) expect(draftFrom(other)).toBeUndefined()
})

test('a draft that says what is stored is saved, whatever the order of its languages', () => {
  const draft = draftOf(stored)
  const { en, ru } = stored.texts
  if (!en || !ru) throw new Error('Both are written')
  const fields = { ...draft.fields, texts: { ru, en, es: { title: ' ', lead: '', body: '' } } }
  expect(isSaved({ ...draft, fields }, stored)).toBe(true)
  expect(isSaved({ ...draft, fields: { ...fields, is_public: true } }, stored)).toBe(false)
  expect(isSaved({ ...draft, fields: { ...fields, texts: { en } } }, stored)).toBe(false)
})

test('two versions are compared by all that they say', () => {
  expect(saidIn(stored)).toEqual(['en: Tea\n\nHot\n\nPour', 'ru: Чай\n\nЛить'])
})

import { expect, test } from 'vitest'
import { draftFrom, emptyDraft, isEmptyDraft } from './draft.ts'

test('a stored draft comes back with its text, exercise and files [HWK-05]', () => {
  const draft = { text: 'Half a sentence', exerciseId: 4, uploads: ['a', 'b'], selfie: 'c' }
  expect(draftFrom(JSON.stringify(draft))).toEqual(draft)
})

test.each([null, '', '{', '[]', '7', '{"text":7,"uploads":"a","exerciseId":"4","selfie":{}}'])(
  'a stored draft of %s is an empty one',
  stored => expect(draftFrom(stored)).toEqual(emptyDraft),
)

test('spaces alone are nothing to lose, a file is', () => {
  expect(isEmptyDraft({ ...emptyDraft, text: ' \n ' })).toBe(true)
  expect(isEmptyDraft({ ...emptyDraft, uploads: ['a'] })).toBe(false)
  expect(isEmptyDraft({ ...emptyDraft, selfie: 'a' })).toBe(false)
})

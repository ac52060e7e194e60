import { expect, test } from 'vitest'
import { mostFiles } from '#shared/features/chat/rules.ts'
import { answerProblems, draftFrom, emptyDraft, type HomeworkDraft, isEmptyDraft, mostUploads } from './draft.ts'

test('a stored draft comes back with its text, exercise and files [HWK-05]', () => {
  const draft = { text: 'Half a sentence', exerciseId: 4, uploads: ['a', 'b'], selfie: 'c' }
  expect(draftFrom(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

test.each([undefined, null, '', '{', [[]], 7, { text: 7, uploads: 'a', exerciseId: '4', selfie: {} }])(
  'a stored draft of %s is an empty one',
  stored => expect(draftFrom(stored)).toEqual(emptyDraft),
)

test('a draft of only spaces counts as empty, one with a file does not', () => {
  expect(isEmptyDraft({ ...emptyDraft, text: ' \n ' })).toBe(true)
  expect(isEmptyDraft({ ...emptyDraft, uploads: ['a'] })).toBe(false)
  expect(isEmptyDraft({ ...emptyDraft, selfie: 'a' })).toBe(false)
})

const none = new Set<string>()
const problems = (
  answerWith: 'any' | 'message' | 'file' | 'exercise',
  draft: Partial<HomeworkDraft>,
  { isSelfieRequired = false, failed = none } = {},
) => answerProblems({ answerWith, isSelfieRequired }, { ...emptyDraft, ...draft }, failed)

test('each kind of homework says what its answer lacks, at the part that lacks it [HWK-05]', () => {
  expect(problems('file', { text: 'Here' })).toEqual({ files: 'homework.wrong.file_required' })
  expect(problems('message', { text: '  ', uploads: ['a'] })).toEqual({ text: 'homework.wrong.message_required' })
  expect(problems('exercise', { text: 'Here' })).toEqual({ exercise: 'homework.wrong.exercise_required' })
  expect(problems('any', {})).toEqual({ text: 'homework.wrong.message_required' })
})

test('a complete answer lacks nothing, whether its files have arrived or not [HWK-05]', () => {
  expect(problems('file', { uploads: ['a'] })).toEqual({})
  expect(problems('message', { text: 'Here' })).toEqual({})
  expect(problems('exercise', { exerciseId: 4 })).toEqual({})
  expect([problems('any', { uploads: ['a'] }), problems('any', { text: 'Here' })]).toEqual([{}, {}])
})

test('a rejected file is named before the answer is sent [HWK-05] [ERR-06]', () => {
  const failed = new Set(['b'])
  expect(problems('any', { text: 'Here', uploads: ['a', 'b'] }, { failed })).toEqual({ files: 'homework.wrong.upload' })
})

test('a selfie and the other files together are limited to one answer’s maximum [HWK-12]', () => {
  expect(mostUploads({ answerWith: 'file', isSelfieRequired: true }) + 1).toBe(mostFiles)
  expect(mostUploads({ answerWith: 'file', isSelfieRequired: false })).toBe(mostFiles)
})

test('a selfie is requested where the homework requires one, and a failure to save it is reported [HWK-12]', () => {
  const isSelfieRequired = true
  expect(problems('any', { text: 'Here' }, { isSelfieRequired })).toEqual({ selfie: 'media.selfie.required' })
  expect(problems('any', { text: 'Here', selfie: 's' }, { isSelfieRequired })).toEqual({})
  const failed = new Set(['s'])
  expect(problems('any', { text: 'Here', selfie: 's' }, { isSelfieRequired, failed })).toEqual({
    selfie: 'media.selfie.failed',
  })
})

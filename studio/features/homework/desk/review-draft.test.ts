import { expect, test } from 'vitest'
import {
  carriedOver,
  type DraftComment,
  emptyDraft,
  isBlank,
  lacksComment,
  verdictBody,
  withComment,
  withTick,
  withoutComment,
} from './review-draft.ts'

const remark = (key: string, fileId: number, seconds: number, message = key): DraftComment => ({
  key,
  fileId,
  seconds,
  message,
})
const files = [20, 10]
const all = [remark('c', 10, 3), remark('b', 20, 42.5), remark('a', 20, 7)].reduce(
  (draft, one) => withComment(draft, one, files),
  emptyDraft,
)

test('comments are sorted by file and time, edited in place and removed [STF-05]', () => {
  expect(all.comments.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  const moved = withComment(all, remark('a', 20, 50, '  later '), files)
  expect(moved.comments.map(({ key, message }) => [key, message])).toEqual([
    ['b', 'b'],
    ['a', 'later'],
    ['c', 'c'],
  ])
  expect(withoutComment(all, 'b').comments).toHaveLength(2)
  expect(withComment(all, remark('b', 20, 42.5, ' '), files).comments).toHaveLength(2)
})

test('only sending back needs a comment, and a timed comment is enough [STF-05]', () => {
  expect(lacksComment(emptyDraft, 'DONE')).toBe(false)
  expect(lacksComment({ ...emptyDraft, message: ' \n' }, 'FAIL')).toBe(true)
  expect(lacksComment({ ...emptyDraft, message: 'Again' }, 'FAIL')).toBe(false)
  expect(lacksComment(all, 'FAIL')).toBe(false)
})

const judged = { points: 30, criteria: [] }

test('an approval gives the whole score unless the expert chose other; sending back gives none [STF-05]', () => {
  expect(verdictBody(all, 'DONE', judged, [])).toEqual({
    verdict: 'DONE',
    message: undefined,
    comments: [
      { file_id: 20, seconds: 7, message: 'a' },
      { file_id: 20, seconds: 42.5, message: 'b' },
      { file_id: 10, seconds: 3, message: 'c' },
    ],
    file_ids: undefined,
    points: 30,
  })
  expect(verdictBody({ ...emptyDraft, points: 0 }, 'DONE', judged, []).points).toBe(0)
  expect(verdictBody({ ...emptyDraft, points: 12, message: ' No ' }, 'FAIL', judged, [7, 9])).toMatchObject({
    message: 'No',
    file_ids: [7, 9],
    points: undefined,
  })
})

test('every criterion is said to be met or not, and nothing is said where there are none', () => {
  const criteria = ['back', 'knees'].map(key => ({ key, text: key }))
  const ticked = withTick(withTick(withTick(emptyDraft, 'back', true), 'knees', true), 'back', false)
  expect(verdictBody(ticked, 'FAIL', { points: 30, criteria }, []).criteria).toEqual([
    { key: 'back', is_met: false },
    { key: 'knees', is_met: true },
  ])
  expect(verdictBody(emptyDraft, 'DONE', judged, []).criteria).toBeUndefined()
  expect([isBlank(ticked), carriedOver(ticked).met]).toEqual([false, ['knees']])
})

test('comments on a replaced version move along as text [STF-05]', () => {
  expect(carriedOver({ ...all, message: 'Straighten up' })).toEqual({
    message: 'Straighten up\n0:07 a\n0:42 b\n0:03 c',
    comments: [],
    met: [],
    uploads: [],
  })
  expect([isBlank(emptyDraft), isBlank(all), isBlank({ ...emptyDraft, uploads: ['x'] })]).toEqual([true, false, false])
})

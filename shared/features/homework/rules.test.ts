import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerDueAt,
  type AnswerWith,
  claimUntil,
  handInMissing,
  handInRefusal,
  type HomeworkState,
  isAvailable,
  isHeld,
  mayMove,
  mayReplace,
  pointsGiven,
  verdictRefusal,
} from './rules.ts'

const states = ['NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL'] as const satisfies HomeworkState[]
const waiting = { verdict: undefined, isReplaced: false, isInReview: false }

test('a homework goes from not sent to sent, to approved or back, and no other way [HWK-03]', () => {
  const allowed = states.flatMap(from => states.filter(to => mayMove(from, to)).map(to => `${from} ${to}`))
  expect(allowed).toEqual(['NOT_UPLOADED UPLOADED', 'UPLOADED DONE', 'UPLOADED FAIL', 'FAIL UPLOADED'])
})

test('whatever happens, an approved homework stays approved and only a verdict follows a submission [HWK-03]', () => {
  const steps = fc.array(fc.constantFrom<HomeworkState>(...states), { maxLength: 40 })
  fc.assert(
    fc.property(steps, wishes => {
      let state: HomeworkState = 'NOT_UPLOADED'
      const visited: HomeworkState[] = [state]
      for (const wish of wishes) {
        if (!mayMove(state, wish)) continue
        state = wish
        visited.push(state)
      }
      const done = visited.indexOf('DONE')
      expect(done === -1 || done === visited.length - 1).toBe(true)
      for (const [index, one] of visited.entries())
        if (one === 'DONE' || one === 'FAIL') expect(visited[index - 1]).toBe('UPLOADED')
    }),
  )
})

test('handing in is refused exactly where the move or the replacement is [HWK-03, HWK-11]', () => {
  const attempt = fc.record({
    verdict: fc.constantFrom(undefined, 'DONE' as const, 'FAIL' as const),
    isReplaced: fc.boolean(),
    isInReview: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.constantFrom(...states), fc.option(attempt, { nil: undefined }), (state, replaced) => {
      const refusal = handInRefusal(state, replaced)
      const isOpen =
        mayMove(state, 'UPLOADED') || (state === 'UPLOADED' && replaced !== undefined && mayReplace(replaced))
      expect(refusal === undefined).toBe(isOpen)
      if (state === 'DONE') expect(refusal).toBe('homework_passed')
    }),
  )
  expect(mayReplace(waiting)).toBe(true)
  expect(handInRefusal('UPLOADED', undefined)).toBe('homework_in_review')
  for (const change of [{ verdict: 'FAIL' as const }, { isReplaced: true }, { isInReview: true }])
    expect(mayReplace({ ...waiting, ...change })).toBe(false)
})

const empty = { text: ' \n', hasExercise: false, filesCount: 0, photosCount: 0 }
const missing = (answerWith: AnswerWith, isSelfieRequired: boolean, given: Partial<typeof empty>) =>
  handInMissing({ answerWith, isSelfieRequired }, { ...empty, ...given })

test.each([
  ['any', {}, 'message_required'],
  ['any', { text: 'Done' }, undefined],
  ['any', { filesCount: 1 }, undefined],
  ['message', { filesCount: 1 }, 'message_required'],
  ['message', { text: 'Done' }, undefined],
  ['file', { text: 'Done' }, 'file_required'],
  ['file', { filesCount: 1 }, undefined],
  ['exercise', { text: 'Done', filesCount: 1 }, 'exercise_required'],
  ['exercise', { hasExercise: true }, undefined],
] as const)('%s with %j misses %s [HWK-05]', (answerWith, given, expected) => {
  expect(missing(answerWith, false, given)).toBe(expected)
})

test.each([
  ['message', { text: 'Done' }, 'file_required'],
  ['message', { text: 'Done', filesCount: 1 }, 'file_required'],
  ['message', { text: 'Done', filesCount: 1, photosCount: 1 }, undefined],
  ['file', { filesCount: 1, photosCount: 1 }, 'file_required'],
  ['file', { filesCount: 2, photosCount: 1 }, undefined],
  ['any', { filesCount: 1, photosCount: 1 }, 'message_required'],
  ['exercise', { hasExercise: true }, 'file_required'],
] as const)('with a selfie, %s with %j misses %s [HWK-05, HWK-12]', (answerWith, given, expected) => {
  expect(missing(answerWith, true, given)).toBe(expected)
})

test('an answer is due a day later; a claim lasts 20 minutes from the last sign of life [HWK-03, STF-05]', () => {
  expect(answerDueAt(1000)).toBe(86_401_000)
  expect(claimUntil(1000)).toBe(1_201_000)
  expect([isHeld(1000, 1_200_999), isHeld(1000, 1_201_000), isHeld(undefined, 0)]).toEqual([true, false, false])
})

test('a closed stage is the only lock that removes a homework from the list [HWK-08]', () => {
  expect(([undefined, 'stream', 'demo', 'stage'] as const).map(isAvailable)).toEqual([true, true, true, false])
})

test('sending back needs a comment; an approval gives all the points unless the expert gives fewer [STF-05, HWK-07]', () => {
  const answer = { verdict: 'FAIL' as const, text: ' ', commentsCount: 0, points: undefined }
  expect(verdictRefusal(answer, 10)).toBe('comment_required')
  expect(verdictRefusal({ ...answer, text: 'Again' }, 10)).toBeUndefined()
  expect(verdictRefusal({ ...answer, commentsCount: 1 }, 10)).toBeUndefined()
  expect(verdictRefusal({ ...answer, verdict: 'DONE' }, 10)).toBeUndefined()
  expect(verdictRefusal({ ...answer, verdict: 'DONE', points: 10 }, 10)).toBeUndefined()
  expect(verdictRefusal({ ...answer, verdict: 'DONE', points: 11 }, 10)).toBe('too_many_points')
  expect([pointsGiven('DONE', undefined, 10), pointsGiven('DONE', 0, 10), pointsGiven('FAIL', 7, 10)]).toEqual([
    10, 0, 0,
  ])
})

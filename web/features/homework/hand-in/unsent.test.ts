import { expect, test } from 'vitest'
import { longestText } from '#shared/features/chat/rules.ts'
import { chatText, conflictChoices, isConflict } from './unsent.ts'

const attempt = (id: number, more: { isReplaced?: boolean; isInReview?: boolean; verdict?: 'DONE' | 'FAIL' } = {}) => ({
  id,
  isReplaced: false,
  isInReview: false,
  verdict: undefined,
  ...more,
})

test('only a faster device makes a conflict; other refusals are mistakes to correct [HWK-11]', () => {
  const codes = ['homework_in_review', 'homework_passed', 'homework_locked', 'file_required', 'file_unusable', '']
  expect(codes.filter(isConflict)).toEqual(['homework_in_review', 'homework_passed'])
})

test('a version nobody is reviewing can be replaced by one’s own [HWK-11]', () => {
  const attempts = [attempt(4), attempt(3, { isReplaced: true })]
  expect(conflictChoices({ status: 'UPLOADED' }, attempts)).toEqual({
    sent: attempts[0],
    resend: { replacesAttemptId: 4 },
    closed: undefined,
  })
})

test('a version under review or approved stays; the learner’s own can then go to the chat or be downloaded [HWK-11]', () => {
  expect(conflictChoices({ status: 'UPLOADED' }, [attempt(4, { isInReview: true })])).toMatchObject({
    resend: undefined,
    closed: 'review',
  })
  expect(conflictChoices({ status: 'DONE' }, [attempt(4, { verdict: 'DONE' })])).toMatchObject({
    resend: undefined,
    closed: 'passed',
  })
})

test('after the other version was sent back, the learner’s own becomes a new attempt [HWK-03] [HWK-11]', () => {
  expect(conflictChoices({ status: 'FAIL' }, [attempt(4, { verdict: 'FAIL' })])).toMatchObject({
    sent: { id: 4 },
    resend: { replacesAttemptId: undefined },
  })
  expect(conflictChoices({ status: 'NOT_UPLOADED' }, [])).toEqual({
    sent: undefined,
    resend: { replacesAttemptId: undefined },
    closed: undefined,
  })
})

test('a version says in the chat which exercise it is of; what would not fit in one message is not sent cut [VAL-13]', () => {
  expect(chatText('Mine', 'Plank')).toBe('Plank\n\nMine')
  expect(chatText('m'.repeat(longestText))).toHaveLength(longestText)
  expect(chatText('m'.repeat(longestText), 'Plank')).toBeUndefined()
  expect(chatText('𝓂'.repeat(longestText))).toBe('𝓂'.repeat(longestText))
  expect(chatText('𝓂'.repeat(longestText + 1))).toBeUndefined()
})

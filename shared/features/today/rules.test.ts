import { expect, test } from 'vitest'
import { areFirstStepsDone, failureCounts, jobNames, lastingJobs, letterProblem } from './rules.ts'

test.each([
  ['EAUTH', 'sign_in'],
  ['ENOAUTH', 'sign_in'],
  ['EOAUTH2', 'sign_in'],
  ['ECONNECTION', 'unreachable'],
  ['ECONNREFUSED', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['EDNS', 'unreachable'],
  ['ESOCKET', 'unreachable'],
  ['ETLS', 'insecure'],
  ['EREQUIRETLS', 'insecure'],
  ['EENVELOPE', 'address'],
  ['EMESSAGE', 'other'],
  [undefined, 'other'],
  ['constructor', 'other'],
])('a sending that failed with %s is a matter of %s', (code, problem) => expect(letterProblem(code)).toBe(problem))

test('the first steps are done when a letter was opened and there are a course, a cohort, a learner and a payment', () => {
  const done = { letter: { opened_at: 5 }, has_course: true, has_cohort: true, has_learner: true, has_payment: true }
  expect(areFirstStepsDone(done)).toBe(true)
  for (const missing of [
    { letter: { opened_at: null } },
    { has_course: false },
    { has_cohort: false },
    { has_learner: false },
    { has_payment: false },
  ])
    expect(areFirstStepsDone({ ...done, ...missing })).toBe(false)
})

test('failed jobs can be tried again, but not the codes and links that are over by the time', () => {
  const passing = ['send-email-code', 'send-password-reset', 'send-phone-code', 'send-test-letter']
  expect(jobNames.filter(name => !lastingJobs.includes(name))).toEqual(passing)
  expect(lastingJobs).toHaveLength(jobNames.length - passing.length)
})

test('failed e-mails are counted apart from other jobs, of which a text message is one', () => {
  expect(
    failureCounts([
      { name: 'send-receipt', count: 2 },
      { name: 'send-support-letter', count: 3 },
      { name: 'send-phone-code', count: 5 },
      { name: 'convert-video', count: 7 },
    ]),
  ).toEqual({ letters: 5, others: 12 })
  expect(failureCounts([])).toEqual({ letters: 0, others: 0 })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { autoTexts, situationOf } from './auto-questions.ts'
import { trimmedLines, questionLimit, questionProblems, trimmedQuestion, wordProblems } from './rules.ts'

const question = { name: 'Ann', message: 'Is it free?', email: 'ann@example.com' }

test('a question is trimmed, its e-mail in lower case [SUP-04]', () => {
  const typed = { name: ' Ann  Lee ', message: '\n How?\r\n\tNow\rHere ', email: ' Ann@Example.COM ' }
  expect(trimmedQuestion(typed)).toEqual({ name: 'Ann  Lee', message: 'How?\n\tNow\nHere', email: 'ann@example.com' })
  expect(trimmedQuestion({ name: 'Ann', message: 'x' })).not.toHaveProperty('email')
})

test('each field shows its own error; 500 characters fit, however they are encoded [SUP-04]', () => {
  expect(questionProblems(question)).toEqual({})
  expect(questionProblems({ name: '', message: '', email: 'ann' })).toEqual({
    name: 'name_required',
    message: 'message_required',
    email: 'invalid_email',
  })
  expect(wordProblems({ ...question, message: '😀'.repeat(questionLimit) })).toEqual({})
  expect(wordProblems({ ...question, message: '😀'.repeat(questionLimit + 1) })).toEqual({
    message: 'message_too_long',
  })
})

test('a question without words in one of its fields has something wrong at that field [SUP-04]', () => {
  for (const empty of [{ name: ' \n' }, { message: '\t' }, { email: ' ' }])
    expect(Object.keys(questionProblems(trimmedQuestion({ ...question, ...empty })))).toEqual(Object.keys(empty))
})

test('of a text only its ends and the way of breaking lines change [SUP-04]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const kept = trimmedLines(text)
      expect(kept.split('\n')).toEqual(text.trim().split(/\r\n?|\n/))
      expect(trimmedLines(kept)).toBe(kept)
    }),
  )
})

test('prefilled questions follow from the brand’s ids, even where two share one [SUP-02]', () => {
  const shared = { passHomework: 10, renewCourse: 7, renewConsultation: 7 }
  const apart = { passHomework: 10, renewCourse: 7, renewConsultation: 8 }
  expect([10, 7, 23].map(id => situationOf(id, shared))).toEqual(['homework', 'renewal', undefined])
  expect([10, 7, 8].map(id => situationOf(id, apart))).toEqual(['homework', 'course', 'consultation'])
  for (const situation of ['homework', 'renewal', 'course', 'consultation'] as const)
    for (const language of ['en', 'ru', 'es'] as const)
      expect(questionProblems({ name: 'Ann', message: autoTexts[situation][language] })).toEqual({})
})

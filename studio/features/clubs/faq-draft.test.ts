import { expect, test } from 'vitest'
import { faqDraftFrom, faqDraftOf, isFaqSaved, moved, questionsSaid, reworded } from './faq-draft.ts'

const questions = [{ texts: { en: { question: 'Which tea?', answer: 'Green.' } } }]
const stored = { title: 'Tea club', questions, revision: 2 }

test('a draft is what is stored until something is written', () => {
  expect(faqDraftOf(stored)).toEqual({ questions, revision: 2 })
  expect(isFaqSaved({ questions }, stored)).toBe(true)
  const blank = { question: ' ', answer: '' }
  expect(isFaqSaved({ questions: [{ texts: { ...questions[0]?.texts, ru: blank } }] }, stored), 'blanks').toBe(true)
  expect(isFaqSaved({ questions: [...questions, { texts: {} }] }, stored)).toBe(false)
})

test('only a draft is read from what the device kept', () => {
  expect(faqDraftFrom({ questions, revision: 1 })).toEqual({ questions, revision: 1 })
  for (const kept of [null, 'x', {}, { questions: [1], revision: 1 }, { questions, revision: '1' }])
    expect(faqDraftFrom(kept)).toBeUndefined()
})

test('both versions are compared by number and language', () => {
  expect(questionsSaid(questions)).toEqual(['1. en: Which tea?\n\nGreen.'])
})

test('a question changes places with its neighbour, and its words in one language', () => {
  const [one, two, three] = [1, 2, 3].map(n => ({ texts: { en: { question: `${n}?`, answer: '.' } } }))
  if (!one || !two || !three) return
  expect(moved([one, two, three], 1, -1)).toEqual([two, one, three])
  expect(moved([one, two, three], 1, 1)).toEqual([one, three, two])
  expect(reworded(one, 'ru', { answer: 'Да' })).toEqual({
    texts: { en: { question: '1?', answer: '.' }, ru: { question: '', answer: 'Да' } },
  })
})

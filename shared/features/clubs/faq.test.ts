import { expect, test } from 'vitest'
import { emptyField, questionsIn, writtenQuestions } from './faq.ts'

const tea = { question: 'Which tea?', answer: 'Green.' }

test('a question is read in one’s language, else in another that it has, and in their order', () => {
  const chay = { question: 'Какой чай?', answer: 'Зелёный.' }
  const questions = [{ texts: { en: tea, ru: chay } }, { texts: { es: tea } }, { texts: {} }]
  expect(questionsIn(questions, 'ru')).toEqual([chay, tea])
  expect(questionsIn(questions, 'es')).toEqual([tea, tea])
})

test('a language in which nothing is written is none, and blanks around words are no words', () => {
  expect(
    writtenQuestions([
      { texts: { en: { question: ' Which tea? ', answer: ' Green. ' }, ru: { question: ' ', answer: '' } } },
    ]),
  ).toEqual([{ texts: { en: tea } }])
})

test('what is missing is named by its place', () => {
  expect(emptyField([{ texts: { en: tea } }])).toBeUndefined()
  expect(emptyField([{ texts: { en: tea } }, { texts: {} }])).toBe('questions.1.texts.en.question')
  expect(emptyField([{ texts: { en: tea, ru: { question: 'Какой чай?', answer: ' ' } } }])).toBe(
    'questions.0.texts.ru.answer',
  )
  expect(emptyField([{ texts: { es: { question: ' ', answer: 'Verde.' } } }])).toBe('questions.0.texts.es.question')
})

import type { Language } from '#shared/platform/contract.ts'
import { isBlank } from '#shared/platform/text.ts'

/** How many questions a club answers at most. */
export const mostQuestions = 50

export type QuestionText = { question: string; answer: string }
/** A question with its answer (Markdown) in the languages in which it is written. */
export type Question = { texts: Partial<Record<Language, QuestionText>> }

const languages = ['en', 'ru', 'es'] as const satisfies readonly Language[]

/** What the questions say, without the languages in which one says nothing. */
export function writtenQuestions(questions: readonly Question[]): Question[] {
  return questions.map(({ texts: sent }) => {
    const texts: Question['texts'] = {}
    for (const language of languages) {
      const { question = '', answer = '' } = sent[language] ?? {}
      if (isBlank(question) && isBlank(answer)) continue
      texts[language] = { question: question.trim(), answer: isBlank(answer) ? '' : answer.trim() }
    }
    return { texts }
  })
}

/** The field in which a question or its answer is missing, such as `questions.2.texts.ru.answer`. */
export function emptyField(questions: readonly Question[]): string | undefined {
  for (const [index, { texts }] of writtenQuestions(questions).entries()) {
    const used = languages.filter(language => texts[language])
    if (used.length === 0) return `questions.${index}.texts.en.question`
    for (const language of used)
      for (const name of ['question', 'answer'] as const)
        if (isBlank(texts[language]?.[name] ?? '')) return `questions.${index}.texts.${language}.${name}`
  }
  return undefined
}

/** The questions in a language, each in another where it is not written in that. */
export const questionsIn = (questions: readonly Question[], language: Language): QuestionText[] =>
  questions.flatMap(({ texts }) => texts[language] ?? texts.en ?? texts.ru ?? texts.es ?? [])

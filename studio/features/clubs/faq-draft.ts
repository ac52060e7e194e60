import type { Language } from '#kit/copy/language.ts'
import { type QuestionText, type Question, writtenQuestions } from '#shared/features/clubs/faq.ts'

/** The questions of a club as they are stored. */
export type EditedFaq = { title: string; questions: Question[]; revision: number }
/** Questions that are being written, and the revision that they began from. */
export type FaqDraft = { questions: Question[]; revision: number }

/** Stored questions as they are edited. */
export const faqDraftOf = ({ questions, revision }: EditedFaq): FaqDraft => ({ questions, revision })

/** What this device kept of an earlier visit, if that is a draft. */
export function faqDraftFrom(kept: unknown): FaqDraft | undefined {
  const isDraft =
    typeof kept === 'object' &&
    kept !== null &&
    'revision' in kept &&
    typeof kept.revision === 'number' &&
    'questions' in kept &&
    Array.isArray(kept.questions) &&
    kept.questions.every((one: unknown) => typeof one === 'object' && one !== null && 'texts' in one)
  return isDraft ? (kept as FaqDraft) : undefined
}

/** Whether a draft says what is stored. */
export const isFaqSaved = (draft: Pick<FaqDraft, 'questions'>, stored: EditedFaq): boolean =>
  JSON.stringify(writtenQuestions(draft.questions)) === JSON.stringify(writtenQuestions(stored.questions))

/** The questions as they are compared. */
export const questionsSaid = (questions: readonly Question[]): string[] =>
  writtenQuestions(questions).flatMap(({ texts }, index) =>
    Object.entries(texts).map(
      ([language, { question, answer }]) => `${index + 1}. ${language}: ${question}\n\n${answer}`,
    ),
  )

/** Questions of which one has changed places with its neighbour. */
export const moved = (questions: readonly Question[], index: number, by: -1 | 1): Question[] =>
  questions.toSpliced(index, 1).toSpliced(index + by, 0, ...questions.slice(index, index + 1))

/** A question with other words in a language. */
export const reworded = ({ texts }: Question, language: Language, words: Partial<QuestionText>): Question => ({
  texts: { ...texts, [language]: { question: '', answer: '', ...texts[language], ...words } },
})

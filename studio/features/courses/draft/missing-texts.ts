import type { DraftFields } from '#shared/features/courses/draft-fields.ts'

type Texts = Record<string, string>

const isWritten = (text: string | undefined) => text !== undefined && text.trim() !== ''

/** Whether a text is written in another language and not in this one. */
export const isUntranslated = (texts: Texts, language: string): boolean =>
  !isWritten(texts[language]) && Object.values(texts).some(isWritten)

/** Every text that a part says, by language. */
const textsOf = ({
  title,
  shortTitle,
  shortDescription,
  forWhom,
  questions = [],
  category,
  complexity,
  excerpt,
  text,
  solution,
  criteria = [],
  links = [],
  courseOptions = [],
}: DraftFields): Texts[] => [
  ...[title, shortTitle, shortDescription, forWhom, category, complexity, excerpt, text, solution].filter(
    one => one !== undefined,
  ),
  ...questions.flatMap(one => [one.question, one.answer]),
  ...criteria.map(criterion => criterion.text),
  ...[...links, ...courseOptions].map(one => one.title),
]

/** Whether a part says something in other languages that it does not say in this one. */
export const isMissingIn = (content: DraftFields, language: string): boolean =>
  textsOf(content).some(texts => isUntranslated(texts, language))

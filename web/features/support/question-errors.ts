import type { Copy } from '#kit/copy/copy.tsx'
import type { FieldTexts } from '#kit/form/use-submit.ts'
import { type Question, questionProblems } from '#shared/features/support/rules.ts'

/** What is wrong with a trimmed question, in words by field. */
export function questionErrors(question: Question, t: Copy): FieldTexts {
  const problems = Object.entries(questionProblems(question))
  return Object.fromEntries(problems.map(([field, problem]) => [field, [t(`support.problem.${problem}`)]]))
}

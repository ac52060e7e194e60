import type { Copy } from '#kit/copy/copy.tsx'
import type { QuestionField, QuestionProblem } from '#shared/features/support/rules.ts'

export type FieldErrors = Partial<Record<QuestionField, string | undefined>>

export function fieldErrors(problems: Partial<Record<QuestionField, QuestionProblem>>, t: Copy): FieldErrors {
  const fields = Object.entries(problems) as [QuestionField, QuestionProblem][]
  return Object.fromEntries(fields.map(([field, problem]) => [field, t(`support.problem.${problem}`)]))
}

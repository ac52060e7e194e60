import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'

/** The most characters (code points) of a support question. */
export const questionLimit = 500

/** A question as typed; only visitors give an e-mail, since nothing else identifies them. */
export type Question = { name: string; message: string; email?: string }
export type QuestionField = keyof Question
export type QuestionProblem = 'name_required' | 'message_required' | 'message_too_long' | 'invalid_email'

/** A question as stored: fields trimmed, the e-mail in lower case. */
export function trimmedQuestion<Asked extends Question>(question: Asked): Asked {
  return {
    ...question,
    name: question.name.trim(),
    message: trimmedLines(question.message),
    ...(question.email !== undefined && { email: normalizeEmail(question.email) }),
  }
}

/** A text as stored: trimmed, each line break one character. */
export function trimmedLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim()
}

type WordProblem = Exclude<QuestionProblem, 'invalid_email'>

/** Problems with the name and message of a trimmed question, by field. */
export function wordProblems({ name, message }: Question): Partial<Record<'name' | 'message', WordProblem>> {
  return {
    ...(name === '' && { name: 'name_required' as const }),
    ...(message === '' && { message: 'message_required' as const }),
    ...([...message].length > questionLimit && { message: 'message_too_long' as const }),
  }
}

/** Problems with a trimmed question, by field; empty when it can be sent. */
export function questionProblems(question: Question): Partial<Record<QuestionField, QuestionProblem>> {
  const isWrong = question.email !== undefined && emailErrors(question.email).errors.length > 0
  return { ...(isWrong && { email: 'invalid_email' as const }), ...wordProblems(question) }
}

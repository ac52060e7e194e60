import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { plainLine } from '#shared/platform/text.ts'

/** How many characters (code points) a question to support may have. */
export const questionLimit = 500

/** A question as it is typed; the e-mail only of a visitor, whom nobody knows. */
export type Question = { name: string; message: string; email?: string }
export type QuestionField = keyof Question
export type QuestionProblem = 'name_required' | 'message_required' | 'message_too_long' | 'invalid_email'

/** What is kept of a question: each field without space around it, the name in one line, the e-mail in lower case. */
export function trimmedQuestion<Asked extends Question>(question: Asked): Asked {
  return {
    ...question,
    name: plainLine(question.name),
    message: keptWords(question.message),
    ...(question.email !== undefined && { email: normalizeEmail(question.email) }),
  }
}

/** A text as it is kept: without space around it and without control characters but tab and line end. */
export function keptWords(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim()
}

type WordProblem = Exclude<QuestionProblem, 'invalid_email'>

/** What is wrong with the name and the message of a trimmed question, by field. */
export function wordProblems({ name, message }: Question): Partial<Record<'name' | 'message', WordProblem>> {
  return {
    ...(name === '' && { name: 'name_required' as const }),
    ...(message === '' && { message: 'message_required' as const }),
    ...([...message].length > questionLimit && { message: 'message_too_long' as const }),
  }
}

/** What is wrong with a trimmed question, by field; nothing when it can be sent. */
export function questionProblems(question: Question): Partial<Record<QuestionField, QuestionProblem>> {
  const isWrong = question.email !== undefined && emailErrors(question.email).errors.length > 0
  return { ...(isWrong && { email: 'invalid_email' as const }), ...wordProblems(question) }
}

/** Where a request stands: it waits for the staff, for the person who asked, or it is settled. */
export type RequestState = 'open' | 'answered' | 'closed'

/** Why a mail server did not take an e-mail. */
export const letterProblems = ['sign_in', 'unreachable', 'insecure', 'address', 'other'] as const
export type LetterProblem = (typeof letterProblems)[number]

const problems = new Map<unknown, LetterProblem>(
  Object.entries<LetterProblem>({
    EAUTH: 'sign_in',
    ENOAUTH: 'sign_in',
    EOAUTH2: 'sign_in',
    ECONNECTION: 'unreachable',
    ECONNREFUSED: 'unreachable',
    ETIMEDOUT: 'unreachable',
    EDNS: 'unreachable',
    ESOCKET: 'unreachable',
    ETLS: 'insecure',
    EREQUIRETLS: 'insecure',
    EENVELOPE: 'address',
  }),
)

/** What is wrong by the code of a failed sending. */
export const letterProblem = (code: unknown): LetterProblem => problems.get(code) ?? 'other'

/** Whether the checks of a new school that facts can answer are all done. */
export function areFirstStepsDone(steps: {
  letter: { opened_at: number | null }
  has_course: boolean
  has_cohort: boolean
  has_learner: boolean
  has_payment: boolean
}): boolean {
  const { letter, has_course, has_cohort, has_learner, has_payment } = steps
  return letter.opened_at !== null && has_course && has_cohort && has_learner && has_payment
}

/** What the server does after its answers, and may give up after the last try. */
export const jobNames = [
  'convert-video',
  'handle-payment-event',
  'import-course',
  'make-backup',
  'make-backup-by-hand',
  'measure-download',
  'send-email-changed',
  'send-email-code',
  'send-invitation',
  'send-order-letter',
  'send-password-changed',
  'send-password-reset',
  'send-phone-code',
  'send-receipt',
  'send-second-factor-changed',
  'send-support-answer',
  'send-support-letter',
  'send-test-letter',
  'tell-video-consultation',
] as const
export type JobName = (typeof jobNames)[number]

/** Codes and links that are over by the time; who asked for one asks again. */
const passingJobs: readonly string[] = ['send-email-code', 'send-password-reset', 'send-phone-code', 'send-test-letter']

/** The jobs that can be tried again once they have failed. */
export const lastingJobs: readonly string[] = jobNames.filter(name => !passingJobs.includes(name))

/** How many e-mails of failed jobs did not go out, and how many other jobs failed. */
export function failureCounts(jobs: readonly { name: string; count: number }[]): { letters: number; others: number } {
  const isLetter = ({ name }: { name: string }) => name.startsWith('send-') && name !== 'send-phone-code'
  const sumOf = (some: typeof jobs) => some.reduce((sum, { count }) => sum + count, 0)
  const letters = sumOf(jobs.filter(isLetter))
  return { letters, others: sumOf(jobs) - letters }
}

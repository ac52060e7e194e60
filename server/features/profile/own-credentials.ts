import type { Db } from '#server/platform/database/statement.ts'
import { type EmailOptions, emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { isGoodPassword } from '#server/features/accounts/passwords/new-password.ts'
import { judgeAttempt, limitsOfOwnEmails } from '#server/features/accounts/sign-in/attempts.ts'
import { judgeOwnPassword } from '#server/features/accounts/passwords/own-password.ts'
import { hashPassword } from '#server/features/accounts/secrets.ts'
import { findOwnCredentials, type OwnCredentials, type ProfileChange } from './queries.ts'

export type CredentialsInput = Partial<
  Record<'email' | 'password' | 'password_repeat' | 'current_password' | 'name' | 'last_name', string>
>

export type CredentialProblem =
  | { code: 'invalid_email' | 'email_taken'; field: 'email' }
  | { code: 'password_too_weak'; field: 'password' }
  | { code: 'passwords_differ'; field: 'password_repeat' }
  | { code: 'current_password_wrong'; field: 'current_password' }
  | { code: 'too_many_requests'; retryAfter: number }

/** The e-mail and password to write, and the current values they depend on; null when neither changes. */
export type JudgedCredentials = {
  change: Pick<ProfileChange, 'email' | 'passwordHash'>
  known: OwnCredentials | null
}

/**
 * Checks a new e-mail and password of a signed-in person. The current password is required if there is one, unless a
 * new one was demanded. At most twenty e-mails may be tried per quarter of an hour, since the answer reveals whether
 * one is taken. A new e-mail obeys the school's `emailRules`.
 */
export async function judgeCredentials(
  db: Db,
  userId: number,
  input: CredentialsInput,
  now: number,
  emailRules: EmailOptions,
): Promise<JudgedCredentials | CredentialProblem> {
  if (input.email === undefined && input.password === undefined) return { change: {}, known: null }
  const known = await findOwnCredentials(db, userId)
  if (!known) return { change: {}, known: null }
  const email = input.email === undefined ? undefined : normalizeEmail(input.email)
  const hasNewEmail = email !== undefined && email !== known.email?.toLowerCase()
  const isWrong = email !== undefined && emailErrors(email, hasNewEmail ? emailRules : {}).errors.length > 0
  const problem = isWrong ? ({ code: 'invalid_email', field: 'email' } as const) : passwordProblem(email, input, known)
  if (problem) return problem
  if (hasNewEmail) {
    const retryAfter = await judgeAttempt(db, limitsOfOwnEmails(userId), now)
    if (retryAfter !== undefined) return { code: 'too_many_requests', retryAfter }
  }
  if (needsPassword(known, hasNewEmail, input.password !== undefined)) {
    const verdict = await judgeOwnPassword(db, userId, input.current_password, known.passwordHash, now)
    if (verdict.kind === 'wrong') return { code: 'current_password_wrong', field: 'current_password' }
    if (verdict.kind === 'too_many') return { code: 'too_many_requests', retryAfter: verdict.retryAfter }
  }
  return {
    known,
    change: {
      ...(hasNewEmail && { email }),
      ...(input.password !== undefined && { passwordHash: await hashPassword(input.password) }),
    },
  }
}

function needsPassword(known: OwnCredentials, hasNewEmail: boolean, hasNewPassword: boolean): boolean {
  if (known.passwordHash === null) return false
  return (hasNewEmail && known.email !== null) || (hasNewPassword && !known.isNewPasswordDemanded)
}

function passwordProblem(email: string | undefined, input: CredentialsInput, known: OwnCredentials) {
  if (input.password === undefined) return undefined
  const names = [input.name, input.last_name].filter(name => name !== undefined)
  if (!isGoodPassword(input.password, { email: email ?? known.email, names }))
    return { code: 'password_too_weak', field: 'password' } as const
  if (input.password !== input.password_repeat) return { code: 'passwords_differ', field: 'password_repeat' } as const
  return undefined
}

import type { Copy } from '#kit/copy/copy.tsx'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'

/** What to say of a typed e-mail: the first error, and warnings, which hinder nothing. */
export function emailTexts(typed: string, t: Copy): { error: string | undefined; warning: string | undefined } {
  const { errors, warnings } = emailErrors(normalizeEmail(typed))
  const [error] = errors
  const [warning] = warnings
  return {
    error: error && t(`joining.emailVerification.errors.${error}`),
    warning: warning && t(`joining.emailVerification.errors.${warning}`),
  }
}

import { useRef, useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { emailErrors, type EmailOptions, normalizeEmail } from '#shared/features/accounts/email.ts'
import { keepToken, suggestReturnUrl } from '#web/features/accounts/session.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { track } from '#web/platform/analytics.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { referral } from './link-codes.ts'
import { useLeft, useNewPassword } from './NewPasswordFields.tsx'

/** What was typed survives a reload, except passwords. */
export function useSignUp() {
  const t = useCopy()
  const username = useTextDraft('joining.username')
  const email = useTextDraft('email')
  const { left, leave } = useLeft<'username' | 'email'>()
  const server = useEmailCheck()
  const passwords = useNewPassword({ email: email.text, names: [username.text], brand: site().site.domain.name })
  const ofEmail = emailTexts(email.text, t)
  const nameError = username.text.trim() ? undefined : t('joining.name.required')
  const emailError = ofEmail.error ?? server.refusalOf(email.text)

  const submission = useSubmit({
    check: () => ({
      ...(nameError && { username: [nameError] }),
      ...(emailError && { email: [emailError] }),
      ...passwords.check(),
    }),
    send: async () => {
      const { password, repeat } = passwords
      await signUp({ username: username.text, email: email.text, password, repeat })
      for (const draft of [username, email]) draft.forget()
      return true
    },
    failed: t('joining.error.signUp'),
  })

  const handleLeave = (field: 'username' | 'email') => {
    leave(field)
    if (field === 'email' && email.text && !ofEmail.error) server.check(email.text)
  }
  const typed = (field: 'username' | 'email', text: string) => {
    submission.forgive(field)
    if (field === 'email') email.change(text)
    else username.change(text)
  }
  const errors = {
    username: submission.errorOf('username') ?? (left.has('username') ? nameError : undefined),
    email: submission.errorOf('email') ?? (left.has('email') && email.text ? emailError : undefined),
  }
  const isFilled = username.text.trim() !== '' && email.text.trim() !== '' && passwords.isTyped
  return { username, email, typed, passwords, submission, errors, warning: ofEmail.warning, handleLeave, isFilled }
}

/** Creates an account and signs in; next comes the registration chat or the requested address. */
async function signUp(typed: { username: string; email: string; password: string; repeat: string }): Promise<void> {
  const { data } = await request('POST /auth/signup-by-email', {
    isMultipart: true,
    body: {
      username: typed.username.trim(),
      email: normalizeEmail(typed.email),
      password: typed.password,
      password_repeat: typed.repeat,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...referral(),
    },
  })
  track({ name: 'user_registration' })
  suggestReturnUrl(pathTo('registration'), site().config.homePage)
  keepToken(data.token)
}

/** The first error of a typed e-mail and its first warning, which does not stop the sign-up. */
export function emailTexts(
  typed: string,
  t: Copy,
  rules: EmailOptions = site().config.emailRules,
): { error?: string; warning?: string } {
  const { errors, warnings } = emailErrors(normalizeEmail(typed), rules)
  const [error] = errors
  const [warning] = warnings
  return {
    ...(error && { error: t(`joining.emailVerification.errors.${error}`) }),
    ...(warning && { warning: t(`joining.emailVerification.errors.${warning}`) }),
  }
}

const pause = 300

/** Asks the server, 300 ms after the field is left, whether the e-mail can have an account; each address once. */
function useEmailCheck() {
  const [refusal, setRefusal] = useState({ address: '', text: '' })
  const asked = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const ask = async (address: string) => {
    if (address === asked.current) return
    asked.current = address
    try {
      await request('POST /auth/validate-signup-form', { body: { email: address } })
    } catch (error) {
      const text = error instanceof RequestError ? error.errors?.['email']?.join(', ') : undefined
      // Without an answer nothing is shown; the sign-up itself will tell.
      if (text) setRefusal({ address, text })
      else asked.current = ''
    }
  }
  const check = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void ask(normalizeEmail(typed)), pause)
  }
  /** The server's refusal of this address, if any. */
  const refusalOf = (typed: string) =>
    refusal.address === normalizeEmail(typed) ? refusal.text || undefined : undefined
  return { check, refusalOf }
}

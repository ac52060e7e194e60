import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import { normalizeEmail } from '#shared/features/accounts/email.ts'
import { pathTo } from '../../../platform/addresses.ts'
import { track } from '../../../platform/analytics.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { keepToken, suggestReturnUrl } from '../session.ts'
import { emailTexts } from './email-texts.ts'
import { useNewPassword } from './NewPasswordFields.tsx'
import { referral } from './referral.ts'
import { useEmailCheck } from './use-email-check.ts'
import { useSubmit } from './use-submit.ts'

/** The state of the sign-up form: what was typed, but passwords, survives a reload and a refusal (ACC-08, ACC-10). */
export function useSignUp() {
  const t = useCopy()
  const username = useDraft('joining.username')
  const email = useDraft('email')
  const [left, setLeft] = useState({ username: false, email: false })
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
      const { data } = await request('POST /auth/signup-by-email', {
        isMultipart: true,
        body: {
          username: username.text.trim(),
          email: normalizeEmail(email.text),
          password: passwords.password,
          password_repeat: passwords.repeat,
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...referral(),
        },
      })
      for (const draft of [username, email]) draft.clear()
      track({ name: 'user_registration' })
      suggestReturnUrl(pathTo('registration'), site().config.homePage)
      keepToken(data.token)
      return true
    },
    failed: t('joining.error.signUp'),
  })

  const leave = (field: 'username' | 'email') => {
    setLeft(before => ({ ...before, [field]: true }))
    if (field === 'email' && email.text && !ofEmail.error) server.check(email.text)
  }
  const errors = {
    username: submission.errorOf('username') ?? (left.username ? nameError : undefined),
    email: submission.errorOf('email') ?? (left.email && email.text ? emailError : undefined),
  }
  const isFilled = username.text.trim() !== '' && email.text.trim() !== '' && passwords.isTyped
  return { username, email, passwords, submission, errors, warning: ofEmail.warning, leave, isFilled }
}

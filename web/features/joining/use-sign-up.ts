import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useSubmit } from '#web/features/accounts/use-submit.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { emailTexts } from './email-texts.ts'
import { useNewPassword } from './NewPasswordFields.tsx'
import { signUp } from './sign-up.ts'
import { useEmailCheck } from './use-email-check.ts'
import { useLeft } from './use-left.ts'

/** The state of the sign-up form: what was typed, but passwords, survives a reload and a refusal. */
export function useSignUp() {
  const t = useCopy()
  const username = useDraft('joining.username')
  const email = useDraft('email')
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
      for (const draft of [username, email]) draft.clear()
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

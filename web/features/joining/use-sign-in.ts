import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { signIn } from '#web/features/accounts/session.ts'
import { useSubmit } from '#web/features/accounts/use-submit.ts'
import { track } from '#web/platform/analytics.ts'
import { useDraft } from '#web/platform/drafts.ts'

/** The state of the sign-in form; a wrong password offers to restore it. */
export function useSignIn() {
  const t = useCopy()
  const email = useDraft('email')
  const [password, setPassword] = useState('')
  const [isPasswordWrong, setPasswordWrong] = useState(false)
  const address = normalizeEmail(email.text)
  const submission = useSubmit({
    check: () => (emailErrors(address).errors.length ? { email: [t('accounts.login.invalidEmail')] } : undefined),
    send: async () => {
      await signIn(address, password)
      email.clear()
      return true
    },
    failed: t('accounts.error.signIn'),
    onRefused: (_, { errors }) => {
      if (!errors['password']) return
      setPasswordWrong(true)
      track({ name: 'restore-password' })
    },
  })
  return { email, password, setPassword, submission, isPasswordWrong }
}

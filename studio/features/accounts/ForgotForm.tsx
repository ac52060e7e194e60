import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { EmailField } from './EmailField.tsx'
import styles from './SignInScreen.module.css'

/** Asks for the e-mail of an account whose password is forgotten; never says whether there is one. */
export function ForgotForm({ known, onBack }: { known: string; onBack: () => void }) {
  const t = useCopy()
  const [email, setEmail] = useState(known)
  const [isSent, setSent] = useState(false)
  const address = normalizeEmail(email)
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    check: () => (emailErrors(address).errors.length ? { email: [t('accounts.login.invalidEmail')] } : undefined),
    send: async () => {
      await request('POST /auth/request-password-reset', { body: { email: address } })
      setSent(true)
    },
    failed: t('accounts.forgot.failed'),
  })
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
      <header>
        <h1>{t('accounts.forgot')}</h1>
        <p className={styles.lead}>{t('accounts.forgot.text')}</p>
      </header>
      <FailureNotice failure={failure} />
      <EmailField value={email} error={errorOf('email')} onChange={setEmail} />
      {isSent && (
        <Notice tone="success" live>
          {t('accounts.forgot.done')}
        </Notice>
      )}
      <Button type="submit" wide busy={isBusy} disabled={email.trim() === ''}>
        {t('accounts.forgot.submit')}
      </Button>
      <Button look="ghost" wide onClick={onBack}>
        {t('accounts.forgot.back')}
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { normalizeEmail } from '#shared/features/accounts/email.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { addCopy } from '#web/platform/copy.ts'
import styles from '../AccountForm.module.css'
import { EmailField, SubmitButton } from '../AccountForm.tsx'

function AskEmail({ title, onClose }: { title: string; onClose: (isGiven?: boolean) => void }) {
  const t = useCopy()
  const [email, setEmail] = useState('')
  const [refusal, setRefusal] = useState('')
  const submission = useSubmit({
    check: () => {
      const isEmpty = email.trim() === ''
      setRefusal(isEmpty ? t('joining.error.pleaseEnterEmail') : '')
      return isEmpty ? { email: [] } : undefined
    },
    send: async () => {
      await request('POST /user/update-user', { body: { email: normalizeEmail(email) } })
      onClose(true)
      return true
    },
    failed: t('joining.error.verifyEmail'),
    onRefused: error => {
      const texts = error instanceof RequestError ? error.errors?.['email'] : undefined
      setRefusal(texts?.length ? texts.join(', ') : t('joining.error.verifyEmail'))
    },
  })
  return (
    <Dialog title={title} size="small" onClose={() => onClose()}>
      <form className={styles.form} onSubmit={submission.handleSubmit} noValidate>
        <p>{t('joining.askEmail.text')}</p>
        <EmailField
          data-autofocus
          autoComplete="email"
          value={email}
          error={refusal || undefined}
          onChange={setEmail}
        />
        <SubmitButton busy={submission.isBusy}>{t('joining.askEmail.submit')}</SubmitButton>
      </form>
    </Dialog>
  )
}

/** Asks in a dialog for the e-mail of an account that has none; true once it is saved. The caller refetches the user. */
export async function askEmail(t: Copy): Promise<boolean> {
  await addCopy('account')
  return (await openDialog<boolean>(close => <AskEmail title={t('joining.askEmail.title')} onClose={close} />)) ?? false
}

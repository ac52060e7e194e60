import { useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { checkLive } from '#kit/live/live.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import styles from '#kit/ui/layers/Dialog.module.css'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { CodeField } from './CodeField.tsx'

type SignOut = (t: Copy) => void

let asking: Promise<boolean> | undefined

/**
 * Asks for the code that confirms the session, once for all calls that wait for it; resolves to whether it was right, and to
 * false when the dialog is closed.
 */
export function confirmSession(onSignOut: SignOut): Promise<boolean> {
  asking ??= openDialog<boolean>(close => <FactorDialog onClose={close} onSignOut={onSignOut} />).then(isConfirmed => {
    asking = undefined
    if (isConfirmed) checkLive()
    return isConfirmed === true
  })
  return asking
}

type Props = { onClose: (isConfirmed: boolean) => void; onSignOut: SignOut }

function FactorDialog({ onClose, onSignOut }: Props) {
  const t = useCopy()
  const [code, setCode] = useState('')
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    send: async () => {
      await request('POST /user/second-factor/confirm', { body: { code } })
      onClose(true)
    },
    failed: t('accounts.factor.failed'),
  })
  return (
    <Dialog size="small" title={t('accounts.factor.title')} onClose={() => onClose(false)}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <FailureNotice failure={failure} />
        <FactorCodeField value={code} error={errorOf('code')} onChange={setCode} />
        <Button type="submit" wide busy={isBusy} disabled={code === ''}>
          {t('accounts.code.submit')}
        </Button>
        <p>{t('accounts.factor.lost')}</p>
        <Button look="ghost" wide icon="exit" onClick={() => onSignOut(t)}>
          {t('accounts.factor.signOut')}
        </Button>
      </form>
    </Dialog>
  )
}

type FactorCodeFieldProps = { value: string; error: string | undefined; onChange: (code: string) => void }

/** A code of the app or, instead, a recovery code. */
export function FactorCodeField({ value, error, onChange }: FactorCodeFieldProps) {
  const t = useCopy()
  const [isRecovery, setRecovery] = useState(false)
  const handleSwitch = () => {
    setRecovery(!isRecovery)
    onChange('')
  }
  return (
    <>
      <p>{t(isRecovery ? 'accounts.factor.recovery' : 'accounts.factor.code')}</p>
      {isRecovery ? (
        <TextField
          label={t('accounts.factor.recovery.label')}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={value}
          error={error}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <CodeField value={value} error={error} onChange={onChange} />
      )}
      <Button look="ghost" wide onClick={handleSwitch}>
        {t(isRecovery ? 'accounts.factor.toCode' : 'accounts.factor.toRecovery')}
      </Button>
    </>
  )
}

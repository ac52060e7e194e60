import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { useOnline } from '#kit/request/use-online.ts'
import { type AnswerOf, request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useClock } from '#kit/ui/clock.ts'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { CodeField } from './CodeField.tsx'
import styles from '#kit/ui/layers/Dialog.module.css'
import { SendAgain } from './SendAgain.tsx'

type Asked = AnswerOf<'POST /user/request-proof'>

/** Asks for the password or the code that was sent; resolves to whether it was right, and to false when it is closed. */
export async function askForProof(asked: Asked): Promise<boolean> {
  return (await openDialog<boolean>(close => <ProofDialog asked={asked} onClose={close} />)) === true
}

function ProofDialog({ asked, onClose }: { asked: Asked; onClose: (isProven: boolean) => void }) {
  const t = useCopy()
  const isOnline = useOnline()
  const [secret, setSecret] = useState('')
  const isByCode = asked.way === 'code'
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    check: () => (isByCode && secret.length !== 6 ? { code: [t('accounts.code.six')] } : undefined),
    send: async () => {
      await request('POST /user/prove', { body: isByCode ? { code: secret } : { password: secret } })
      onClose(true)
      return true
    },
    failed: t('accounts.proof.failed'),
  })
  return (
    <Dialog size="small" title={t('accounts.proof.title')} onClose={() => onClose(false)}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{isByCode ? t('accounts.code.sent', { address: asked.email }) : t('accounts.proof.password')}</p>
        <FailureNotice failure={failure} />
        {isByCode ? (
          <CodeField value={secret} error={errorOf('code')} onChange={setSecret} />
        ) : (
          <PasswordField
            label={t('accounts.proof.label')}
            name="password"
            data-autofocus
            value={secret}
            error={errorOf('password')}
            onChange={event => setSecret(event.target.value)}
          />
        )}
        <Button type="submit" wide busy={isBusy} disabled={!isOnline || secret === ''}>
          {isOnline ? t('accounts.code.submit') : t('accounts.offline')}
        </Button>
        {isByCode && <AnotherCode firstIn={asked.retry_after} />}
      </form>
    </Dialog>
  )
}

/** Sends another code; `firstIn` is after how many seconds it may. */
function AnotherCode({ firstIn }: { firstIn: number }) {
  const t = useCopy()
  const [now, readClock] = useClock(500)
  const [from, setFrom] = useState(() => Date.now() + firstIn * 1000)
  const { run, isBusy } = useSubmit({
    hasToast: true,
    send: async () => {
      const { data } = await request('POST /user/request-proof')
      setFrom(Date.now() + data.retry_after * 1000)
      readClock()
    },
    failed: t('accounts.error.checkEmail'),
  })
  return <SendAgain seconds={Math.max(0, Math.ceil((from - now) / 1000))} busy={isBusy} onPress={() => void run()} />
}

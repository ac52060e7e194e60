import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import styles from '#kit/ui/layers/Dialog.module.css'
import { FactorCodeField } from '#kit/features/accounts/FactorDialog.tsx'
import { withProof } from '#kit/features/accounts/with-proof.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { showRecoveryCodes } from './RecoveryCodes.tsx'
import { setUpFactor } from './SetUpFactorDialog.tsx'

/** The second factor of the own account: turned on and off here, and its recovery codes renewed. */
export function SecondFactorPart() {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useQuery(callQuery('GET /user/second-factor'))
  const { run, isBusy } = useSubmit({
    failed: t('accounts.profile.failed'),
    hasToast: true,
    async send(act: () => Promise<unknown>) {
      await act()
      await queryClient.invalidateQueries({ queryKey: ['GET /user/second-factor'] })
    },
  })
  const turnOff = async () => {
    const submit = { title: t('accounts.secondFactor.off'), submit: t('accounts.secondFactor.off') }
    const isOff = await askWithCode({
      ...submit,
      send: code => request('POST /user/second-factor/turn-off', { body: { code } }),
    })
    if (isOff) toast(t('accounts.secondFactor.isOff'), { tone: 'success' })
  }
  const renew = () =>
    askWithCode({
      title: t('accounts.secondFactor.renew'),
      submit: t('accounts.secondFactor.renew.submit'),
      send: async code => {
        const { data } = await request('POST /user/second-factor/recovery-codes', { body: { code } })
        void showRecoveryCodes(data.recovery_codes)
      },
    })
  return (
    <section className={styles.form} aria-busy={!data && !error}>
      <h3>{t('accounts.factor.title')}</h3>
      {!data && error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
      {data && !data.is_on && (
        <>
          <p>{t('accounts.secondFactor.text')}</p>
          <Button look="secondary" busy={isBusy} onClick={() => void run(setUpFactor)}>
            {t('accounts.secondFactor.on')}
          </Button>
        </>
      )}
      {data?.is_on && (
        <>
          <p>{t('accounts.secondFactor.isOn', { left: data.recovery_codes_left })}</p>
          <Button look="secondary" busy={isBusy} onClick={() => void run(renew)}>
            {t('accounts.secondFactor.renew')}
          </Button>
          <Button look="danger" busy={isBusy} onClick={() => void run(turnOff)}>
            {t('accounts.secondFactor.off')}
          </Button>
        </>
      )}
    </section>
  )
}

type Asked = { title: string; submit: string; send: (code: string) => Promise<unknown> }

/** Asks for a code and for a proof, if that is too old; resolves to whether it was done. */
async function askWithCode(asked: Asked): Promise<boolean> {
  return (await openDialog<boolean>(close => <WithCode asked={asked} onClose={close} />)) === true
}

function WithCode({ asked, onClose }: { asked: Asked; onClose: (isDone: boolean) => void }) {
  const t = useCopy()
  const [code, setCode] = useState('')
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    failed: t('accounts.factor.failed'),
    send: async () => {
      if (await withProof(() => asked.send(code))) onClose(true)
    },
  })
  return (
    <Dialog size="small" title={asked.title} onClose={() => onClose(false)}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <FailureNotice failure={failure} />
        <FactorCodeField value={code} error={errorOf('code')} onChange={setCode} />
        <Button type="submit" wide busy={isBusy} disabled={code === ''}>
          {asked.submit}
        </Button>
      </form>
    </Dialog>
  )
}

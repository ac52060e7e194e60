import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { useCopy } from '#kit/copy/copy.tsx'
import { CodeField } from '#kit/features/accounts/CodeField.tsx'
import { withProof } from '#kit/features/accounts/with-proof.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { type AnswerOf, request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { showRecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'

type Offered = AnswerOf<'POST /user/second-factor/secret'>

/** Sets a second factor up: QR code, first code, recovery codes; resolves to whether it is on, once all is read. */
export async function setUpFactor(): Promise<boolean> {
  let offered: Offered | undefined
  await withProof(async () => {
    offered = (await request('POST /user/second-factor/secret')).data
  })
  if (!offered) return false
  const secret = offered
  const codes = await openDialog<string[]>(close => <SetUpFactor offered={secret} onClose={close} />)
  if (codes) await showRecoveryCodes(codes)
  return codes !== undefined
}

function SetUpFactor({ offered, onClose }: { offered: Offered; onClose: (codes?: string[]) => void }) {
  const t = useCopy()
  const [code, setCode] = useState('')
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    failed: t('accounts.factor.failed'),
    check: () => (code.length === 6 ? undefined : { code: [t('accounts.code.six')] }),
    async send() {
      const body = { sealed: offered.sealed, code }
      await withProof(async () => onClose((await request('POST /user/second-factor', { body })).data.recovery_codes))
    },
  })
  return (
    <Dialog title={t('accounts.factor.title')} onClose={() => onClose()}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{t('accounts.secondFactor.scan')}</p>
        <QrCode text={offered.address} label={t('accounts.secondFactor.qr')} />
        <p>
          {t('accounts.secondFactor.type')} <code className={styles.secret}>{grouped(offered.secret)}</code>
        </p>
        <FailureNotice failure={failure} />
        <CodeField value={code} error={errorOf('code')} onChange={setCode} />
        <Button type="submit" busy={isBusy}>
          {t('accounts.secondFactor.on')}
        </Button>
      </form>
    </Dialog>
  )
}

const grouped = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ')

/** Dark on light in any theme: phones read it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 4 }), [text])
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={styles.qr}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}

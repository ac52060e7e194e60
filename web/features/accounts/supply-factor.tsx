import { navigate } from 'wouter/use-browser-location'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import styles from '#kit/ui/layers/Dialog.module.css'
import { confirmSession } from '#kit/features/accounts/FactorDialog.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { addCopy } from '#web/platform/copy.ts'
import { exit } from './leave.ts'

const signOut = (t: Copy) => void exit(t, navigate)

let leading: Promise<unknown> | undefined

/** Asks for the code that confirms the session; who has yet to set a second factor up is led to the studio, where that is done. */
export async function supplyFactor(refusal: string): Promise<boolean> {
  await addCopy('account')
  if (refusal === 'second_factor_needed') return confirmSession(signOut)
  leading ??= openDialog(close => <SetUpFirst onClose={() => close()} />).then(() => (leading = undefined))
  await leading
  return false
}

function SetUpFirst({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  return (
    <Dialog size="small" title={t('accounts.factor.title')} onClose={onClose}>
      <div className={styles.form}>
        <p>{t('accounts.factor.required')}</p>
        <Button onClick={() => location.assign('/admin')}>{t('accounts.factor.toStudio')}</Button>
        <Button look="ghost" wide icon="exit" onClick={() => signOut(t)}>
          {t('accounts.factor.signOut')}
        </Button>
      </div>
    </Dialog>
  )
}

import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import styles from './SecondFactor.module.css'

/** Shows recovery codes, which nobody can show again; resolves when the dialog is closed. */
export function showRecoveryCodes(codes: string[]): Promise<unknown> {
  return openDialog(close => <RecoveryCodes codes={codes} onClose={() => close()} />)
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useCopy()
  const text = codes.join('\n')
  const handleCopy = async () => {
    await navigator.clipboard.writeText(text)
    toast(t('accounts.recoveryCodes.copied'), { tone: 'success' })
  }
  const handleSave = () => saveAsFile(`${site().site.domain.name} – ${t('accounts.recoveryCodes.title')}.txt`, text)
  return (
    <Dialog title={t('accounts.recoveryCodes.title')} onClose={onClose}>
      <div className={styles.form}>
        <p>{t('accounts.recoveryCodes.text')}</p>
        <ul className={styles.codes}>
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles.row}>
          <Button look="secondary" onClick={() => void handleCopy()}>
            {t('accounts.recoveryCodes.copy')}
          </Button>
          <Button look="secondary" icon="download" onClick={handleSave}>
            {t('accounts.recoveryCodes.save')}
          </Button>
        </div>
        <Button onClick={onClose}>{t('accounts.recoveryCodes.done')}</Button>
      </div>
    </Dialog>
  )
}

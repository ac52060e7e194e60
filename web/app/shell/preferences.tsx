import type { Copy } from '#kit/copy/copy.tsx'
import { LanguageSwitch, SchemeSwitch } from '#kit/features/brands/DisplaySwitch.tsx'
import { opener } from '#web/platform/openers.ts'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import styles from './Shell.module.css'

/** Language and colour scheme, in a dialog. */
export async function openPreferences(t: Copy): Promise<void> {
  await openDialog(close => (
    <Dialog title={t('shell.menu.preferences')} size="small" onClose={() => close()}>
      <div className={styles.preferences}>
        <LanguageSwitch keep={opener('keepLanguage')} />
        <SchemeSwitch />
      </div>
    </Dialog>
  ))
}

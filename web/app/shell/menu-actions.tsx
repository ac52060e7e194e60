import type { Copy } from '#kit/copy/copy.tsx'
import { LanguageSwitch, SchemeSwitch } from '#kit/features/brands/DisplaySwitch.tsx'
import { browserOutbox } from '#kit/outbox/browser-outbox.ts'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { openDocument } from '#web/platform/DocumentViewer.tsx'
import styles from './Shell.module.css'

function openPreferences(t: Copy): void {
  void openDialog(close => (
    <Dialog title={t('shell.menu.preferences')} size="small" onClose={() => close()}>
      <div className={styles.preferences}>
        <LanguageSwitch />
        <SchemeSwitch />
      </div>
    </Dialog>
  ))
}

/** Asks first when writes that wait would be lost. */
async function exit(t: Copy, navigate: (to: string) => void): Promise<void> {
  const count = browserOutbox.unsent()
  const question = { title: t('shell.exit.unsent'), text: t('shell.waiting', { count }), danger: true }
  if (count === 0 || (await confirm(question))) navigate(pathTo('logout'))
}

/** The studio, signed in by a token that works once. */
async function openStudio(t: Copy): Promise<void> {
  try {
    const { data } = await request('POST /auth/transfer-token')
    location.assign(`/admin/login?token=${encodeURIComponent(data.token)}`)
  } catch (error) {
    toast(errorMessage(error, t('ui.error.title')), { tone: 'danger' })
  }
}

/** What menu items do that lead to no screen. They come when the first of them is chosen. */
export const menuActions = { openPreferences, openDocument, openStudio, exit }

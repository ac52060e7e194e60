import { useLocation } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { LanguageSwitch } from '#kit/features/brands/LanguageSwitch.tsx'
import { SchemeSwitch } from '#kit/features/brands/SchemeSwitch.tsx'
import { browserOutbox } from '#kit/request/browser-outbox.ts'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Dialog } from '#kit/ui/Dialog.tsx'
import { openDialog } from '#kit/ui/dialogs.ts'
import type { MenuItem } from '#kit/ui/Menu.tsx'
import { confirm } from '#kit/ui/QuestionDialog.tsx'
import { toast } from '#kit/ui/toasts.ts'
import { pathTo } from '../../platform/addresses.ts'
import { openDocument } from '../../platform/document-viewer.tsx'
import type { ShellMenuItem } from './menus.ts'
import styles from './Shell.module.css'
import { useUnread } from './unread.tsx'

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

/** ACC-23: the studio, signed in by a token that works once. */
async function openStudio(t: Copy): Promise<void> {
  try {
    const { data } = await request('POST /auth/transfer-token')
    location.assign(`/admin/login?token=${encodeURIComponent(data.token)}`)
  } catch (error) {
    toast(errorMessage(error, t('ui.error.title')), { tone: 'danger' })
  }
}

/** Menu items as the kit's menu takes them, bound to what they do (MNU-04). */
export function useMenuItems(items: readonly ShellMenuItem[]): MenuItem[] {
  const t = useCopy()
  const [path, navigate] = useLocation()
  const unread = useUnread()
  return items.map((item, index) => {
    const hasUnread = item.kind === 'route' && item.section === 'chat' && unread > 0
    const label = hasUnread ? `${t(item.label)} (${unread})` : t(item.label)
    const shown = { label, icon: item.icon }
    if (item.kind === 'route') {
      const href = pathTo(item.address as 'home')
      return { ...shown, href, isCurrent: path === href, ...(item.isDanger && { danger: true, separated: true }) }
    }
    if (item.kind === 'external') return { ...shown, href: item.url, newWindow: true }
    if (item.kind === 'modal') return { ...shown, onSelect: () => openDocument(item.url, label) }
    if (item.action === 'preferences') return { ...shown, onSelect: () => openPreferences(t), separated: index > 0 }
    if (item.action === 'studio') return { ...shown, onSelect: () => void openStudio(t) }
    return { ...shown, danger: true, onSelect: () => void exit(t, navigate) }
  })
}

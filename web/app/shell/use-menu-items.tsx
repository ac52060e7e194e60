import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo } from '#web/platform/addresses.ts'
import type { menuActions as MenuActions } from './menu-actions.tsx'
import type { ShellMenuItem } from './menus.ts'
import { useUnread } from './unread.tsx'

type Act = (actions: typeof MenuActions) => unknown

/** Menu items as the kit's menu takes them, bound to what they do. */
export function useMenuItems(items: readonly ShellMenuItem[]): MenuItem[] {
  const t = useCopy()
  const [path, navigate] = useLocation()
  const unread = useUnread()
  const doing = (act: Act) => () =>
    void import('./menu-actions.tsx').then(
      ({ menuActions }) => act(menuActions),
      () => toast(t('ui.error.title'), { tone: 'danger' }),
    )
  return items.map((item, index) => {
    const hasUnread = item.kind === 'route' && item.section === 'chat' && unread > 0
    const label = hasUnread ? `${t(item.label)} (${unread})` : t(item.label)
    const shown = { label, icon: item.icon }
    if (item.kind === 'route') {
      const href = pathTo(item.address as 'home')
      return { ...shown, href, isCurrent: path === href, ...(item.isDanger && { danger: true, separated: true }) }
    }
    if (item.kind === 'external') return { ...shown, href: item.url, newWindow: true }
    if (item.kind === 'modal') return { ...shown, onSelect: doing(actions => actions.openDocument(item.url, label)) }
    if (item.action === 'preferences')
      return { ...shown, onSelect: doing(actions => actions.openPreferences(t)), separated: index > 0 }
    if (item.action === 'studio') return { ...shown, onSelect: doing(actions => actions.openStudio(t)) }
    return { ...shown, danger: true, onSelect: doing(actions => actions.exit(t, navigate)) }
  })
}

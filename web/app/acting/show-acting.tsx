import { createRoot } from 'react-dom/client'
import { Link } from 'wouter'
import { CopyProvider, useCopy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { pressSignOut } from '#web/features/accounts/sign-out-press.ts'
import { toUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { person } from '#web/platform/analytics.ts'
import { messages } from '#web/platform/copy.ts'
import styles from './ActingBar.module.css'

let isShown = false

/** Shows who is using the account for as long as this person is signed in. */
export async function showActing(wire: UserWire): Promise<void> {
  const { id, displayName, impersonatedBy } = toUser(wire)
  if (isShown || !impersonatedBy) return
  isShown = true
  const place = document.createElement('div')
  // Appended last, so that the skip link stays first; sticky elements stick below the bar.
  document.body.append(place)
  document.documentElement.style.setProperty('--acting-bar', '3rem')
  document.body.style.setProperty('padding-block-start', '3rem')
  const root = createRoot(place)
  root.render(
    <CopyProvider language={settings.language} messages={messages}>
      <ActingBar name={displayName} by={impersonatedBy.name} />
    </CopyProvider>,
  )
  const stop = person.subscribe(() => {
    if (person.read()?.id === id) return
    stop()
    root.unmount()
    place.remove()
    document.documentElement.style.removeProperty('--acting-bar')
    document.body.style.removeProperty('padding-block-start')
    isShown = false
  })
}

/** Says on every screen that a member of staff uses this account, and leads out of it. */
function ActingBar({ name, by }: { name: string; by: string }) {
  const t = useCopy()
  return (
    <aside aria-label={t('settings.acting.text', { name, by })} className={styles.bar}>
      <p className={styles.text}>
        <Icon name="user" />
        <span>
          <strong>{t('settings.acting.text', { name, by })}</strong>{' '}
          <span className={styles.note}>{t('settings.acting.note')}</span>
        </span>
      </p>
      <Link href={pathTo('logout')} onClick={pressSignOut} className={styles.leave}>
        {t('settings.acting.leave')}
      </Link>
    </aside>
  )
}

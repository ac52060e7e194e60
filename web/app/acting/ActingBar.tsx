import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './ActingBar.module.css'

/** Says on every screen that a member of staff uses this account, and leads out of it. */
export function ActingBar({ name, by }: { name: string; by: string }) {
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
      <a href={pathTo('logout')} className={styles.leave}>
        {t('settings.acting.leave')}
      </a>
    </aside>
  )
}

import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './BeforeAll.module.css'

/** What stands around something that is asked of a signed-in user before all else: the school's name and the way out. */
export function BeforeAll({ children }: { children: ReactNode }) {
  const t = useCopy()
  const { domain } = site().site
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <img className={styles.logo} src={domain.spa_header_logo} alt={domain.name} />
        <LinkButton look="ghost" icon="exit" href={pathTo('logout')}>
          {t('joining.signOut')}
        </LinkButton>
      </header>
      {children}
    </div>
  )
}

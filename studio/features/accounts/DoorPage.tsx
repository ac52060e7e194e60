import type { ReactNode } from 'react'
import { LanguageSwitch, SchemeSwitch } from '#kit/features/brands/DisplaySwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import styles from './DoorPage.module.css'

/** A page for those who have no session yet: a card with the school's logo. */
export function DoorPage({ children }: { children: ReactNode }) {
  const { domain } = site().site
  return (
    <main id="main" className={styles.page}>
      <div className={styles.card}>
        <img className={styles.logo} src={domain.spa_header_logo} alt={domain.name} />
        {children}
      </div>
      <footer className={styles.footer}>
        <LanguageSwitch />
        <SchemeSwitch />
      </footer>
    </main>
  )
}

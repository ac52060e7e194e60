import { type ReactNode, useEffect, useState } from 'react'
import { LanguageSwitch, SchemeSwitch } from '#kit/features/brands/DisplaySwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Picture } from '#kit/ui/pictures/Picture.tsx'
import morning from '#kit/ui/pictures/morning.svg?no-inline'
import styles from './SignedOutPage.module.css'

/** When the picture may come, in ms: after what somebody came for. */
const whenDrawn = 250

/** The page around every screen before sign-in: logo, slogan, people at their morning practice, language and colour scheme. */
export function SignedOutPage({ children }: { children: ReactNode }) {
  const { domain } = site().site
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), whenDrawn)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.page}>
      <div className={styles.side} aria-hidden>
        <p className={styles.motto}>{domain.title}</p>
        {isDrawn && <Picture of={`${morning}#morning`} className={styles.picture} />}
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        <img className={styles.logo} src={domain.spa_header_logo} alt={domain.name} />
        {children}
        <footer className={styles.footer}>
          <div className={styles.choices}>
            <LanguageSwitch />
            <SchemeSwitch />
          </div>
          {[domain.spa_footer_1, domain.spa_footer_2, domain.spa_footer_3].map(
            text => text && <p key={text}>{text}</p>,
          )}
        </footer>
      </main>
    </div>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { LanguageSwitch } from '#kit/features/brands/LanguageSwitch.tsx'
import { SchemeSwitch } from '#kit/features/brands/SchemeSwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Notice } from '#kit/ui/Notice.tsx'
import type { Submission } from '#web/features/accounts/use-submit.ts'
import styles from './DoorFrame.module.css'

/** The page around every screen before the sign-in: the school's name and picture, languages, appearance. */
export function DoorFrame({ children }: { children: ReactNode }) {
  const { domain } = site().site
  return (
    <div className={styles.page}>
      <div className={styles.side} aria-hidden>
        <p className={styles.motto}>{domain.title}</p>
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

type FormProps = {
  title: string
  lead?: ReactNode
  submission: Submission
  /** What is below the fields and not part of what is sent. */
  after?: ReactNode
  children: ReactNode
}

/** A form of such a page: after a refusal the first wrong field has the focus, what belongs to no field is one notice. */
export function DoorForm({ title, lead, submission, after, children }: FormProps) {
  const { failure, refusals, handleSubmit } = submission
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])
  return (
    <div className={styles.card}>
      <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
        <header>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        {failure.notice && (
          <Notice tone="danger" live title={failure.notice.title}>
            {failure.notice.text}
          </Notice>
        )}
        {children}
      </form>
      {after}
    </div>
  )
}

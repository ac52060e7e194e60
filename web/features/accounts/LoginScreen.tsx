import { useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { PasswordField } from '#kit/ui/PasswordField.tsx'
import { TextField } from '#kit/ui/TextField.tsx'
import { pathTo } from '../../platform/addresses.ts'
import { LanguageSwitch } from '#kit/features/brands/LanguageSwitch.tsx'
import { SchemeSwitch } from '#kit/features/brands/SchemeSwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import styles from './LoginScreen.module.css'
import { takeEnding } from './session.ts'
import { useSignIn } from './use-sign-in.ts'

/** The door: e-mail and password (ACC-02..05). The app goes on by itself once there is a session. */
export function LoginScreen() {
  const { domain } = site().site
  return (
    <div className={styles.page}>
      <div className={styles.side} aria-hidden>
        <p className={styles.motto}>{domain.title}</p>
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        <img className={styles.logo} src={domain.spa_header_logo} alt={domain.name} />
        <LoginForm />
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

function LoginForm() {
  const t = useCopy()
  const { email, password, setPassword, failure, isBusy, handleSubmit } = useSignIn()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])
  const { instructionUrl } = site().config
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
      <header>
        <h1>{t('accounts.login.title')}</h1>
        <p className={styles.lead}>{t('accounts.login.lead')}</p>
      </header>
      <Ending />
      {failure.notice && (
        <Notice tone="danger" live title={failure.notice.title}>
          {failure.notice.text}
        </Notice>
      )}
      <TextField
        label={t('accounts.login.email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email.text}
        error={failure.errors.email?.join(', ')}
        onChange={event => email.change(event.target.value)}
      />
      <PasswordField
        label={t('accounts.login.password')}
        name="password"
        value={password}
        error={failure.errors.password?.join(', ')}
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" wide busy={isBusy} disabled={!email.text.trim() || !password}>
        {t('accounts.login.submit')}
      </Button>
      {instructionUrl && (
        <LinkButton look="ghost" icon="info" wide href={pathTo('document', {}, { url: instructionUrl })}>
          {t('accounts.login.instruction')}
        </LinkButton>
      )}
    </form>
  )
}

/** Why the learner is here again, told once. */
function Ending() {
  const t = useCopy()
  const [why] = useState(takeEnding)
  return why && <Notice>{t(`accounts.${why}`)}</Notice>
}

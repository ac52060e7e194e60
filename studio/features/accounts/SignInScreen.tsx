import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { LanguageSwitch } from '#kit/features/brands/LanguageSwitch.tsx'
import { SchemeSwitch } from '#kit/features/brands/SchemeSwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { PasswordField } from '#kit/ui/PasswordField.tsx'
import { Spinner } from '#kit/ui/Spinner.tsx'
import { TextField } from '#kit/ui/TextField.tsx'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from './SignInScreen.module.css'
import { exchangeToken, NotStaffError, signIn, takeEnding } from './session.ts'

/** The studio's door: e-mail and password, or a one-time token in the address. */
export function SignInScreen() {
  const t = useCopy()
  const { domain } = site().site
  usePageTitle(t('accounts.login.title'))
  const transfer = useTransfer()
  return (
    <main id="main" className={styles.page}>
      <div className={styles.card}>
        <img className={styles.logo} src={domain.spa_header_logo} alt={domain.name} />
        {transfer === 'running' ? <Spinner /> : <SignInForm notice={transfer && <Refusal reason={transfer} />} />}
      </div>
      <footer className={styles.footer}>
        <LanguageSwitch />
        <SchemeSwitch />
      </footer>
    </main>
  )
}

let transferring: Promise<void> | undefined

/** Exchanges the address's token once and takes it out of the address before anything else may see it. */
function useTransfer() {
  const [state, setState] = useState<'running' | 'spent' | 'notStaff' | undefined>(() => {
    const address = new URL(location.href)
    const token = address.searchParams.get('token')
    if (token) {
      address.searchParams.delete('token')
      history.replaceState(history.state, '', address)
      transferring = exchangeToken(token)
    }
    return transferring && 'running'
  })
  useEffect(() => {
    transferring?.catch((error: unknown) => {
      transferring = undefined
      setState(error instanceof NotStaffError ? 'notStaff' : 'spent')
    })
  }, [])
  return state
}

function Refusal({ reason }: { reason: 'spent' | 'notStaff' | 'ended' }) {
  const t = useCopy()
  if (reason === 'ended') return <Notice>{t('accounts.ended')}</Notice>
  return (
    <Notice tone="danger" live title={t(`accounts.${reason}.title`)}>
      {t(`accounts.${reason}.text`)}
    </Notice>
  )
}

function SignInForm({ notice }: { notice: ReactNode }) {
  const t = useCopy()
  const { email, setEmail, password, setPassword, failure, isBusy, handleSubmit } = useSignIn()
  const [ending] = useState(takeEnding)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
      <header>
        <h1>{t('accounts.login.title')}</h1>
        <p className={styles.lead}>{t('accounts.login.lead')}</p>
      </header>
      {notice ?? (ending && <Refusal reason={ending} />)}
      {failure.notice && (
        <Notice tone="danger" live title={failure.notice.title}>
          {failure.notice.text}
        </Notice>
      )}
      <TextField
        label={t('accounts.login.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={failure.errors['email']?.join(', ')}
        onChange={event => setEmail(event.target.value)}
      />
      <PasswordField
        label={t('accounts.login.password')}
        name="password"
        value={password}
        error={failure.errors['password']?.join(', ')}
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" wide busy={isBusy} disabled={!email.trim() || !password}>
        {t('accounts.login.submit')}
      </Button>
    </form>
  )
}

type Failure = { errors: Record<string, string[]>; notice?: { title: string; text: string } }

/** The state of the sign-in form: one request at a time, errors at their fields, else one notice. */
function useSignIn() {
  const t = useCopy()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<Failure>({ errors: {} })
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)

  const failureOf = (error: unknown): Failure => {
    if (error instanceof NotStaffError)
      return { errors: {}, notice: { title: t('accounts.notStaff.title'), text: t('accounts.notStaff.text') } }
    if (error instanceof RequestError && error.errors) return { errors: error.errors }
    const unreachable = error instanceof NetworkError ? t('accounts.error.noInternet') : ''
    const text = error instanceof RequestError ? error.reason : unreachable
    return { errors: {}, notice: { title: t('accounts.error.signIn'), text } }
  }

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isRunning.current || !email || !password) return
    const address = normalizeEmail(email)
    if (emailErrors(address).errors.length) return setFailure({ errors: { email: [t('accounts.login.invalidEmail')] } })
    isRunning.current = true
    setBusy(true)
    setFailure({ errors: {} })
    try {
      await signIn(address, password)
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
      isRunning.current = false
    }
  }

  return { email, setEmail, password, setPassword, failure, isBusy, handleSubmit }
}

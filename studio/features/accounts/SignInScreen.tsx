import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { DoorPage } from './DoorPage.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { EmailField } from './EmailField.tsx'
import { ForgotForm } from './ForgotForm.tsx'
import styles from './SignInScreen.module.css'
import {
  accountName,
  arrival,
  arriveBy,
  type LinkNames,
  NotStaffError,
  session,
  signIn,
  takeEndReason,
} from './session.ts'

/** Sign-in by e-mail and password, or by a one-time token in the address. */
export function SignInScreen() {
  const t = useCopy()
  usePageTitle(t('accounts.login.title'))
  const state = useArrival()
  const present = useSyncExternalStore(session.subscribe, session.read)
  const reason = state === 'spent' || state === 'notStaff' ? state : undefined
  return (
    <DoorPage>
      {state === 'running' ? (
        <Spinner />
      ) : reason && present.kind === 'in' ? (
        <StillIn user={present.user} reason={reason} />
      ) : (
        <SignInForm notice={reason && <Refusal reason={reason} />} />
      )}
    </DoorPage>
  )
}

/** Takes the token out of the address before anything else can read it there, and signs in with it once. */
function useArrival() {
  const t = useCopy()
  const state = useSyncExternalStore(arrival.subscribe, arrival.read)
  const token = new URLSearchParams(useSearch()).get('token')
  useEffect(() => {
    const address = new URL(location.href)
    if (token === null || !address.searchParams.has('token')) return
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
    void arriveBy(token, names => askWhose(t, names))
  }, [token, t])
  return token === null ? state : 'running'
}

/** Asks a signed-in person whether to switch, and anybody else whether the account is theirs. */
function askWhose(t: Copy, { present, offered, name }: LinkNames): Promise<boolean> {
  if (present === undefined)
    return confirm({
      title: t('accounts.enter.title'),
      text: t('accounts.enter.text', { offered }),
      yes: t('accounts.enter.yes', { name }),
      no: t('accounts.enter.no'),
    })
  return confirm({
    title: t('accounts.switch.title'),
    text: t('accounts.switch.text', { present, offered }),
    yes: t('accounts.switch.yes'),
    no: t('accounts.switch.no'),
    danger: true,
  })
}

/** A link that failed has left the session as it was. */
function StillIn({ user, reason }: { user: User; reason: 'spent' | 'notStaff' }) {
  const t = useCopy()
  return (
    <div className={styles.form}>
      <h1>{t('accounts.login.title')}</h1>
      <Refusal reason={reason} />
      <p>{t('accounts.stillIn.text', { present: accountName(user) })}</p>
      <Button wide onClick={() => arrival.change(() => 'none')}>
        {t('accounts.stillIn.go')}
      </Button>
    </div>
  )
}

function Refusal({ reason }: { reason: 'spent' | 'notStaff' | 'ended' }) {
  const t = useCopy()
  if (reason === 'ended') return <Notice>{t('accounts.login.ended')}</Notice>
  return (
    <Notice tone="danger" live title={t(`accounts.${reason}.title`)}>
      {t(`accounts.${reason}.text`)}
    </Notice>
  )
}

function SignInForm({ notice }: { notice: ReactNode }) {
  const t = useCopy()
  const { email, setEmail, password, setPassword, submission, isFilled } = useSignIn()
  const { form, failure, errorOf, isBusy, handleSubmit } = submission
  const [ending] = useState(takeEndReason)
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten) return <ForgotForm known={email} onBack={() => setForgotten(false)} />
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
      <header>
        <h1>{t('accounts.login.title')}</h1>
        <p className={styles.lead}>{t('accounts.login.lead')}</p>
      </header>
      {notice ?? (ending && <Refusal reason={ending} />)}
      <FailureNotice failure={failure} />
      <EmailField value={email} error={errorOf('email')} onChange={setEmail} />
      <PasswordField
        label={t('accounts.login.password')}
        name="password"
        value={password}
        error={errorOf('password')}
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" wide busy={isBusy} disabled={!isFilled}>
        {t('accounts.login.submit')}
      </Button>
      <Button look="ghost" wide onClick={() => setForgotten(true)}>
        {t('accounts.forgot')}
      </Button>
    </form>
  )
}

/** The state of the sign-in form; a learner is told that the studio is for staff. */
function useSignIn() {
  const t = useCopy()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const address = normalizeEmail(email)
  const submission = useSubmit({
    check: () => (emailErrors(address).errors.length ? { email: [t('accounts.login.invalidEmail')] } : undefined),
    send: async () => {
      await signIn(address, password)
      return true
    },
    failed: t('accounts.login.failed'),
    explain: error =>
      error instanceof NotStaffError
        ? { errors: {}, notice: { title: t('accounts.notStaff.title'), text: t('accounts.notStaff.text') } }
        : undefined,
  })
  return { email, setEmail, password, setPassword, submission, isFilled: email.trim() !== '' && password !== '' }
}

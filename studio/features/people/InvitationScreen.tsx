import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { isPasswordStrongEnough } from '#shared/features/accounts/password.ts'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import { DoorPage } from '#studio/features/accounts/DoorPage.tsx'
import { beginSession } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { invitationQuery } from './data.ts'
import styles from './People.module.css'

/** `/admin/invitation?token=…`: the link of an invitation to the staff. */
export function InvitationScreen() {
  const t = useCopy()
  usePageTitle(t('people.invitation.title'))
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { data, error, refetch, isFetching } = useQuery(invitationQuery(token))
  const isOver = error instanceof RequestError && error.status < 500
  return (
    <DoorPage>
      <h1>{t('people.invitation.title')}</h1>
      {data && <Invitation {...data} token={token} onSpent={() => void refetch()} />}
      {isOver && <Over reason={error.reason} />}
      {error && !isOver && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div aria-busy>
          <Spinner />
        </div>
      )}
    </DoorPage>
  )
}

function Over({ reason }: { reason: string }) {
  const t = useCopy()
  const action = (
    <LinkButton look="secondary" href={pathTo('login')}>
      {t('people.invitation.signIn')}
    </LinkButton>
  )
  return (
    <Notice tone="danger" live title={t('people.invitation.over')} action={action}>
      {reason}. {t('people.invitation.ask')}
    </Notice>
  )
}

type Props = {
  inviter: string | null
  role: PersonRowWire['role']
  email: string
  token: string
  /** Somebody else, or another tab, was faster. */
  onSpent: () => void
}

function Invitation({ inviter, role, email, token, onSpent }: Props) {
  const t = useCopy()
  const said = { school: site().site.domain.name, role: t(`people.role.${role}`) }
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    check: (): Record<string, string[]> => ({
      ...(!isPasswordStrongEnough(password, { email }) && { password: [t('people.invitation.weak')] }),
      ...(password !== repeat && { password_repeat: [t('people.invitation.differ')] }),
    }),
    failed: t('people.invitation.failed'),
    async send() {
      const { data } = await request('POST /auth/reset-password', {
        body: { token, password, password_repeat: repeat },
      })
      beginSession(data.token)
      return true
    },
    onRefused: error => {
      if (error instanceof RequestError && error.code === 'reset_link_spent') onSpent()
    },
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <p>
        {inviter === null ? t('people.invitation.school', said) : t('people.invitation.text', { ...said, inviter })}
      </p>
      <p className={styles.muted}>{t('people.invitation.lead', { email })}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('people.invitation.password')}
        name="password"
        autoComplete="new-password"
        value={password}
        error={errorOf('password')}
        onChange={event => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('people.invitation.repeat')}
        name="password_repeat"
        autoComplete="new-password"
        value={repeat}
        error={errorOf('password_repeat')}
        onChange={event => setRepeat(event.target.value)}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" wide busy={isBusy}>
        {t('people.invitation.submit')}
      </Button>
    </form>
  )
}

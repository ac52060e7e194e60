import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { replaceSession } from '#web/features/accounts/end-session.ts'
import { keepToken } from '#web/features/accounts/session.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { track } from '#web/platform/analytics.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { AccountForm, EmailField, SubmitButton } from './AccountForm.tsx'
import { useCountdown } from '#kit/features/accounts/SendAgain.tsx'
import { CodeForm } from './CodeForm.tsx'
import { SignedOutPage } from './SignedOutPage.tsx'

type Props = {
  title: string
  /** The address of the signed-in user; without it the visitor enters one. */
  known?: string | undefined
  onVerified: (user: UserWire) => void
  after?: ReactNode
}

export function EmailCode({ title, known, onVerified, after }: Props) {
  const t = useCopy()
  const flow = useCodeByEmail(known, onVerified)
  const { email, address, code, status, isSent, requesting, verifying, countdown } = flow
  const hasAsked = useRef(false)
  useEffect(() => {
    // A known address gets its code at once, but not again after a reload.
    if (known === undefined || hasAsked.current || isSent || countdown.seconds > 0) return
    hasAsked.current = true
    void requesting.run()
  })
  if (status === 'email')
    return (
      <AccountForm title={title} lead={t('joining.code.lead')} submission={requesting} after={after}>
        <EmailField
          value={email.text}
          error={requesting.errorOf('email')}
          onChange={text => {
            requesting.forgive('email')
            email.change(text)
          }}
        />
        <SubmitButton busy={requesting.isBusy} disabled={!email.text.trim()}>
          {t('joining.code.send')}
        </SubmitButton>
      </AccountForm>
    )
  return (
    <CodeForm
      title={title}
      lead={t(known === undefined ? 'joining.code.maybeSent' : 'accounts.code.sent', { address })}
      code={code}
      onChange={flow.setCode}
      requesting={requesting}
      seconds={countdown.seconds}
      verifying={verifying}
      other={
        known === undefined && (
          <Button look="ghost" wide onClick={flow.forget}>
            {t('joining.code.otherEmail')}
          </Button>
        )
      }
      after={after}
    />
  )
}

/**
 * Requests a code by e-mail and verifies it. The step starts as `code` if the address is known, else as `email`; it and
 * the countdown survive a reload. `onVerified` gets the user once their session has begun.
 */
function useCodeByEmail(known: string | undefined, onVerified: (user: UserWire) => void) {
  const t = useCopy()
  const email = useTextDraft('email', known)
  const sent = useTextDraft('joining.code.sent')
  const [code, setCode] = useState('')
  const address = known ?? normalizeEmail(email.text)
  const countdown = useCountdown(`code ${address}`)

  const requesting = useSubmit({
    check: () => (emailErrors(address).errors.length ? { email: [t('accounts.login.invalidEmail')] } : undefined),
    send: async () => {
      const { data } = await request('POST /v2/auth/request-otp', { body: { email: address } })
      countdown.start(data.retry_after)
      sent.change(address)
      return false
    },
    failed: t('accounts.error.checkEmail'),
  })
  const verifying = useSubmit({
    check: () => (code.length === 6 ? undefined : { code: [t('accounts.code.six')] }),
    send: async () => {
      const { data } = await request('POST /v2/auth/verify-otp', { body: { email: address, code } })
      sent.forget()
      if (known === undefined) {
        keepToken(data.token)
        track({ name: 'login', method: 'code' })
      } else await replaceSession(data.token)
      onVerified(data.user)
      return true
    },
    failed: t('accounts.error.checkEmail'),
  })
  const isSent = address !== '' && sent.text === address
  const status: 'code' | 'email' = known !== undefined || isSent ? 'code' : 'email'
  return {
    email,
    address,
    code,
    setCode,
    status,
    isSent,
    requesting,
    verifying,
    countdown,
    forget: () => sent.change(''),
  }
}

/** `/code`: signs in with an e-mailed code. The app moves on once there is a session. */
export function CodeSignInScreen() {
  const t = useCopy()
  const back = (
    <LinkButton look="ghost" wide href={pathTo('login')}>
      {t('joining.toLogin')}
    </LinkButton>
  )
  return (
    <SignedOutPage>
      <EmailCode title={t('joining.code.title')} onVerified={() => {}} after={back} />
    </SignedOutPage>
  )
}

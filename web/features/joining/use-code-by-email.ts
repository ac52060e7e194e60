import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { keepToken, replaceSession } from '#web/features/accounts/session.ts'
import { useSubmit } from '#web/features/accounts/use-submit.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { useCountdown } from './use-countdown.ts'

/**
 * A code by e-mail, asked for and taken. The status starts as `code` where the address is known, else as
 * `email`; where it stands, and the countdown, survive a reload. `onProved` gets the user once their session has begun.
 */
export function useCodeByEmail(known: string | undefined, onProved: (user: UserWire) => void) {
  const t = useCopy()
  const email = useDraft('email', known)
  const sent = useDraft('joining.code.sent')
  const [code, setCode] = useState('')
  const address = known ?? normalizeEmail(email.text)
  const countdown = useCountdown(`code ${address}`)

  const asking = useSubmit({
    check: () => (emailErrors(address).errors.length ? { email: [t('accounts.login.invalidEmail')] } : undefined),
    send: async () => {
      const { data } = await request('POST /v2/auth/request-otp', { body: { email: address } })
      countdown.start(data.retry_after)
      sent.change(address)
      return false
    },
    failed: t('joining.error.checkEmail'),
  })
  const proving = useSubmit({
    check: () => (code.length === 6 ? undefined : { code: [t('joining.code.six')] }),
    send: async () => {
      const { data } = await request('POST /v2/auth/verify-otp', { body: { email: address, code } })
      sent.clear()
      if (known === undefined) keepToken(data.token)
      else await replaceSession(data.token)
      onProved(data.user)
      return true
    },
    failed: t('joining.error.checkEmail'),
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
    asking,
    proving,
    countdown,
    forget: () => sent.change(''),
  }
}

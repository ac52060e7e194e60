import { type SubmitEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { NotStaffError, signIn } from './session.ts'

type Failure = { errors: Record<string, string[]>; notice?: { title: string; text: string } }

/** The state of the sign-in form: one request at a time, errors at their fields, else one notice. */
export function useSignIn() {
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

import { useRef, useState } from 'react'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { normalizeEmail } from '#shared/features/accounts/email.ts'

const pause = 300

/** Asks the server, a moment after the field is left, whether an e-mail can have an account; each address once. */
export function useEmailCheck() {
  const [refusal, setRefusal] = useState({ address: '', text: '' })
  const asked = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const ask = async (address: string) => {
    if (address === asked.current) return
    asked.current = address
    try {
      await request('POST /auth/validate-signup-form', { body: { email: address } })
    } catch (error) {
      const text = error instanceof RequestError ? error.errors?.['email']?.join(', ') : undefined
      // Without an answer nothing is said; the sign-up itself will tell.
      if (text) setRefusal({ address, text })
      else asked.current = ''
    }
  }
  const check = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void ask(normalizeEmail(typed)), pause)
  }
  /** What the server said of this address, if it said no. */
  const refusalOf = (typed: string) =>
    refusal.address === normalizeEmail(typed) ? refusal.text || undefined : undefined
  return { check, refusalOf }
}

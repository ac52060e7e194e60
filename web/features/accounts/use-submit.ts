import { type SubmitEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'

type FieldTexts = Record<string, string[]>
export type Failure = { errors: FieldTexts; notice?: { title: string; text: string } }

type Plan = {
  /** What is wrong before anything is sent, by field. */
  check?: () => FieldTexts | undefined
  /** Sends; true when the screen is being left, so that the button stays busy until then. */
  send: () => Promise<boolean>
  /** What failed, in words, when no field can be named. */
  failed: string
  onRefused?: (error: unknown, failure: Failure) => void
}

/** A form's way out: one request at a time, refusals at their fields, else one notice. */
export function useSubmit({ check, send, failed, onRefused }: Plan) {
  const t = useCopy()
  const [failure, setFailure] = useState<Failure>({ errors: {} })
  /** How often something was refused: each time the first wrong field gets the focus. */
  const [refusals, setRefusals] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)

  const failureOf = (error: unknown): Failure => {
    if (error instanceof RequestError && error.errors) return { errors: error.errors }
    const unreachable = error instanceof NetworkError ? t('accounts.error.noInternet') : ''
    const text = error instanceof RequestError ? error.reason : unreachable
    return { errors: {}, notice: { title: failed, text } }
  }

  const run = async () => {
    if (isRunning.current) return
    const wrong = check?.() ?? {}
    setFailure({ errors: wrong })
    if (Object.keys(wrong).length > 0) return setRefusals(count => count + 1)
    isRunning.current = true
    setBusy(true)
    let isLeaving = false
    try {
      isLeaving = await send()
    } catch (error) {
      const next = failureOf(error)
      setFailure(next)
      setRefusals(count => count + 1)
      onRefused?.(error, next)
    }
    if (isLeaving) return
    setBusy(false)
    isRunning.current = false
  }

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void run()
  }
  /** The text at a field, if it was refused. */
  const errorOf = (field: string) => failure.errors[field]?.join(', ')
  /** What was refused is being changed, so it is not said any more. */
  const forgive = (field: string) => {
    if (!failure.errors[field]) return
    const others = Object.entries(failure.errors).filter(([name]) => name !== field)
    setFailure({ ...failure, errors: Object.fromEntries(others) })
  }
  return { failure, refusals, errorOf, forgive, isBusy, run, handleSubmit }
}

export type Submission = ReturnType<typeof useSubmit>

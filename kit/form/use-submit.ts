import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'

export type FieldTexts = Record<string, string[]>

/** What went wrong: texts by field, and one notice for everything else. */
export type Failure = { errors: FieldTexts; notice?: { title: string; text: string } }

type Plan<Args extends unknown[]> = {
  /** Validation before sending, by field. */
  check?: (...args: Args) => FieldTexts | undefined
  /** Sends; resolves to true when the screen is about to be left, so that the button stays busy until then. */
  send: (...args: Args) => Promise<unknown>
  /** The title of the failure notice, if need be by what was to be done. */
  failed: string | ((...args: Args) => string)
  /** Shows the notice as a toast instead of in `failure.notice`. */
  hasToast?: boolean
  /** Custom texts for an error; undefined for the default ones. */
  explain?: (error: unknown) => Failure | undefined
  onRefused?: (error: unknown, failure: Failure) => void
}

/** The failure to show; after each refusal the first wrong field gets the focus. */
function useFailure() {
  const [failure, setFailure] = useState<Failure>({ errors: {} })
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])
  return {
    form,
    failure,
    clear: () => setFailure({ errors: {} }),
    refuse: (next: Failure) => {
      setFailure(next)
      setRefusals(count => count + 1)
    },
    /** The error of a field, if any. */
    errorOf: (field: string) => failure.errors[field]?.join(', '),
    /** Clears a field's error when it is changed. */
    forgive: (field: string) => {
      if (!failure.errors[field]) return
      const others = Object.entries(failure.errors).filter(([name]) => name !== field)
      setFailure({ ...failure, errors: Object.fromEntries(others) })
    },
  }
}

function failureOf(error: unknown, title: string, t: Copy): Failure {
  if (error instanceof RequestError && error.errors) return { errors: error.errors }
  const unreachable = error instanceof NetworkError ? t('ui.error.noInternet') : ''
  return { errors: {}, notice: { title, text: error instanceof RequestError ? error.reason : unreachable } }
}

/**
 * Sends a form or does what a button says: one request at a time, what the server refuses (422) at its fields, anything else
 * as one notice and in the console. `run` resolves to whether it was sent; `clear` takes back all that was said.
 */
export function useSubmit<Args extends unknown[] = []>(plan: Plan<Args>) {
  const t = useCopy()
  const { refuse, ...shown } = useFailure()
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)

  const handleError = (error: unknown, args: Args) => {
    const title = typeof plan.failed === 'string' ? plan.failed : plan.failed(...args)
    const failure = plan.explain?.(error) ?? failureOf(error, title, t)
    const { errors, notice } = failure
    if (notice) console.warn(notice.title, error)
    if (notice && plan.hasToast) toast(notice.text || notice.title, { tone: 'danger' })
    refuse(plan.hasToast ? { errors } : failure)
    plan.onRefused?.(error, failure)
  }

  const run = async (...args: Args): Promise<boolean> => {
    if (isRunning.current) return false
    const wrong = plan.check?.(...args) ?? {}
    if (Object.keys(wrong).length > 0) {
      refuse({ errors: wrong })
      return false
    }
    shown.clear()
    isRunning.current = true
    setBusy(true)
    let isLeaving = false
    try {
      isLeaving = (await plan.send(...args)) === true
      return true
    } catch (error) {
      handleError(error, args)
      return false
    } finally {
      if (!isLeaving) {
        setBusy(false)
        isRunning.current = false
      }
    }
  }

  /** For a form whose `send` takes no arguments. */
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void run(...([] as unknown as Args))
  }
  return { ...shown, isBusy, run, handleSubmit }
}

export type Submission = Omit<ReturnType<typeof useSubmit>, 'run'> & { run: () => Promise<boolean> }

import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'

export type FieldTexts = Record<string, string[]>

/** What was wrong: texts by field, and one notice for what belongs to no field. */
export type Failure = { errors: FieldTexts; notice?: { title: string; text: string } }

type Plan<Args extends unknown[]> = {
  /** What is wrong before anything is sent, by field. */
  check?: (...args: Args) => FieldTexts | undefined
  /** Sends; resolves to true when the screen is being left, so that the button stays busy until then. */
  send: (...args: Args) => Promise<unknown>
  /** What failed, in words: the title of the notice. */
  failed: string
  /** Says what belongs to no field in a toast instead of in `failure.notice`. */
  hasToast?: boolean
  /** Words of its own for an error; undefined for the usual ones. */
  explain?: (error: unknown) => Failure | undefined
  onRefused?: (error: unknown, failure: Failure) => void
}

/** What is wrong, to be shown; after each refusal the first wrong field of the form gets the focus. */
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
    /** The text at a field, if it was refused. */
    errorOf: (field: string) => failure.errors[field]?.join(', '),
    /** Takes back what was said of a field, now that it is being changed. */
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

  const handleError = (error: unknown) => {
    const failure = plan.explain?.(error) ?? failureOf(error, plan.failed, t)
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
      handleError(error)
      return false
    } finally {
      if (!isLeaving) {
        setBusy(false)
        isRunning.current = false
      }
    }
  }

  /** For a form whose `send` takes nothing. */
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void run(...([] as unknown as Args))
  }
  return { ...shown, isBusy, run, handleSubmit }
}

export type Submission = Omit<ReturnType<typeof useSubmit>, 'run'> & { run: () => Promise<boolean> }

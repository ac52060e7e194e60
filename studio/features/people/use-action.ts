import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage, RequestError } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/toasts.ts'
import { refreshPeople } from './data.ts'

/** One change at a time: refusals of fields are for the fields, all others are said; what is stale is read anew. */
export function useAction() {
  const t = useCopy()
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const isRunning = useRef(false)

  /** Answers whether it worked. */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setErrors({})
    try {
      await work()
      await refreshPeople()
      return true
    } catch (error) {
      if (error instanceof RequestError && error.errors) setErrors(error.errors)
      else toast(errorMessage(error, t('people.failed')), { tone: 'danger' })
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { run, isBusy, errorOf: (field: string) => errors[field]?.[0] }
}

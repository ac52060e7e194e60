import { useRef, useState } from 'react'
import { newKey } from '#kit/request/new-key.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import { refreshReviews } from './data.ts'
import { type ReviewDraft, verdictBody } from './review-draft.ts'

/** Why a verdict did not go through: the refusal's code, '' for none, and the words for it. */
export type VerdictFailure = { code: string; text: string }

/** Sends the verdict; one key a submission, so that a try repeated after a lost answer is the same verdict. */
export function useVerdict(id: number, wholeScore: number) {
  const [failure, setFailure] = useState<VerdictFailure>()
  const [isBusy, setBusy] = useState(false)
  const key = useRef<string>(undefined)
  return {
    failure,
    isBusy,
    /** Says why a verdict cannot be sent as it is; undefined takes what was said back. */
    complain: setFailure,
    /** True when the server took it. What was written stays until then. */
    async send(
      draft: ReviewDraft,
      verdict: Verdict,
      fileIds: readonly number[],
      unreachable: string,
    ): Promise<boolean> {
      setBusy(true)
      setFailure(undefined)
      key.current ??= newKey()
      try {
        const body = verdictBody(draft, verdict, wholeScore, fileIds)
        await request('POST /studio/reviews/:id/verdict', { params: { id }, body, idempotencyKey: key.current })
        void refreshReviews()
        return true
      } catch (error) {
        const isRefusal = error instanceof RequestError
        if (isRefusal && !isPassing(error)) key.current = undefined
        setFailure({ code: isRefusal ? error.code : '', text: (isRefusal && error.reason) || unreachable })
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

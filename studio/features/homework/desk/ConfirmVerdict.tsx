import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { newKey } from '#kit/request/new-key.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { refreshReviews } from '../data.ts'
import styles from './Desk.module.css'
import { type ReviewDraft, verdictBody } from './review-draft.ts'

type Asked = { verdict: Verdict; draft: ReviewDraft; points: number; learner: string }

/** Asks for confirmation (Enter confirms); resolves to whether to send the verdict. */
export async function confirmVerdict(asked: Asked): Promise<boolean> {
  return (await openDialog<boolean>(close => <ConfirmVerdict {...asked} onAnswer={close} />)) === true
}

function ConfirmVerdict({ verdict, draft, points, learner, onAnswer }: Asked & { onAnswer: (isYes: boolean) => void }) {
  const t = useCopy()
  const footer = (
    <>
      <Button look="secondary" onClick={() => onAnswer(false)}>
        {t('ui.cancel')} <KeyHint name="Escape" />
      </Button>
      <Button data-autofocus onClick={() => onAnswer(true)}>
        {t(`desk.confirm.${verdict}.yes`)} <KeyHint name="Enter" />
      </Button>
    </>
  )
  return (
    <Dialog
      isQuestion
      size="small"
      title={t(`desk.confirm.${verdict}`, { name: learner })}
      footer={footer}
      onClose={() => onAnswer(false)}
    >
      <p>
        {verdict === 'DONE' && `${t('desk.confirm.points', { points })} `}
        {t('desk.confirm.comments', { count: draft.comments.length })}
      </p>
      {draft.message.trim() && (
        <p className={styles.quote} dir="auto">
          {draft.message.trim()}
        </p>
      )}
    </Dialog>
  )
}

/** Why a verdict failed: the refusal's code ('' for none) and its text. */
export type VerdictFailure = { code: string; text: string }

/** Sends the verdict. The idempotency key is kept for retries, so that a lost answer does not repeat the verdict. */
export function useVerdict(id: number, wholeScore: number) {
  const [failure, setFailure] = useState<VerdictFailure>()
  const [isBusy, setBusy] = useState(false)
  const key = useRef<string>(undefined)
  return {
    failure,
    isBusy,
    /** Shows why a verdict cannot be sent; undefined clears it. */
    complain: setFailure,
    /** Resolves to whether the server accepted it; the draft stays until then. */
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

import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import styles from './Desk.module.css'
import type { ReviewDraft } from './review-draft.ts'

type Asked = { verdict: Verdict; draft: ReviewDraft; points: number; learner: string }

/** Asks once more, Enter says yes; answers whether the verdict is to be sent. */
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

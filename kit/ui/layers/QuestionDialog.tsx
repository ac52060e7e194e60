import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '../actions/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { openDialog, type Question } from './dialogs.ts'

/** The dialog of `askQuestion`; closing it answers no. */
export function QuestionDialog(props: Question & { onAnswer: (isYes: boolean) => void }) {
  const { title, text, yes, no, danger, onAnswer } = props
  const t = useCopy()
  const footer = (
    <>
      <Button look="secondary" onClick={() => onAnswer(false)}>
        {no ?? t('ui.no')}
      </Button>
      <Button look={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
        {yes ?? t('ui.yes')}
      </Button>
    </>
  )
  return (
    <Dialog isQuestion size="small" title={title} footer={footer} onClose={() => onAnswer(false)}>
      {text && <p>{text}</p>}
    </Dialog>
  )
}

/** Asks a yes-or-no question; Escape answers no. */
export async function confirm(question: Question): Promise<boolean> {
  const answer = await openDialog<boolean>(close => <QuestionDialog {...question} onAnswer={close} />)
  return answer === true
}

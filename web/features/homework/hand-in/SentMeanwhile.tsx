import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { confirm } from '#kit/ui/QuestionDialog.tsx'
import type { Attempt } from '#shared/features/homework/forms.ts'
import { useTimeZone } from '../clock.ts'
import type { ConflictChoices } from './conflict.ts'
import { momentWords } from '../homework-words.ts'

/** Asks before the learner's own version is forgotten for good. */
export async function mayDiscard(t: ReturnType<typeof useCopy>): Promise<boolean> {
  return confirm({
    title: t('homework.conflict.keep.question'),
    text: t('homework.conflict.keep.text'),
    yes: t('homework.conflict.keep.yes'),
    no: t('homework.conflict.keep.no'),
    danger: true,
  })
}

/** Tells that another device was faster while this answer was being written; it stays until the learner decides. */
export function SentMeanwhile({ choices, onDiscard }: { choices: ConflictChoices<Attempt>; onDiscard: () => void }) {
  const t = useCopy()
  const timeZone = useTimeZone()
  const { sent, closed } = choices
  const handleKeep = async () => {
    if (await mayDiscard(t)) onDiscard()
  }
  return (
    <Notice
      live
      tone="warn"
      title={sent && t('homework.conflict.other', { when: momentWords(t, sent.submittedAt, timeZone) })}
      action={
        <Button look="secondary" onClick={() => void handleKeep()}>
          {t('homework.conflict.keep')}
        </Button>
      }
    >
      {[closed && t(`homework.conflict.${closed}`), t('homework.conflict.text')].filter(Boolean).join(' ')}
    </Notice>
  )
}

import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { isSkippable } from '#shared/features/onboarding/rules.ts'
import type { AnswerProps } from './Answer.tsx'

/** The way past a question that needs no answer, named as the brand says. */
export function SkipButton({ chat, question }: AnswerProps) {
  const t = useCopy()
  if (!isSkippable(question)) return null
  const label = question.button ?? t('onboarding.later')
  return (
    <Button
      look="ghost"
      disabled={chat.state === 'failed'}
      busy={chat.state === 'busy'}
      onClick={() => chat.pass(label)}
    >
      {label}
    </Button>
  )
}

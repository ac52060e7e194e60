import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import type { AnswerProps } from './Answer.tsx'
import styles from './Onboarding.module.css'

type Props = AnswerProps & {
  /** What is to be asked of the browser first; it may be said no to. */
  ask: (() => Promise<unknown>) | undefined
}

/** A question that its button answers; the one of notifications asks the browser first. */
export function AskAnswer({ chat, question, ask }: Props) {
  const t = useCopy()
  const [isAsking, setAsking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const label = question.button ?? t('onboarding.goOn')
  const handlePress = async () => {
    setFailed(false)
    setAsking(true)
    try {
      await ask?.()
      chat.pass(label)
    } catch (error) {
      console.warn('Notifications could not be turned on', error)
      setFailed(true)
    } finally {
      setAsking(false)
    }
  }
  const isBusy = isAsking || chat.state === 'busy'
  return (
    <div className={styles.answer}>
      {hasFailed && (
        <Notice live tone="danger">
          {t('onboarding.push.failed')}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button busy={isBusy} disabled={chat.state === 'failed'} onClick={() => void handlePress()}>
          {label}
        </Button>
        {ask && (
          <Button
            look="ghost"
            disabled={isBusy || chat.state === 'failed'}
            onClick={() => chat.pass(t('onboarding.later'))}
          >
            {t('onboarding.later')}
          </Button>
        )}
      </div>
    </div>
  )
}

import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { useNetworks } from '#web/features/social/data.ts'
import { SocialButtons } from '#web/features/social/SocialButtons.tsx'
import type { AnswerProps } from './Answer.tsx'
import styles from './Onboarding.module.css'
import { SkipButton } from './SkipButton.tsx'

/** The networks to link; the way out comes back to this chat. What is linked already is an answer. */
export function SocialAnswer({ chat, question }: AnswerProps) {
  const t = useCopy()
  const { data = [] } = useNetworks()
  const linked = data.flatMap(({ source, id }) => (id === null ? [] : [source]))
  const isLinked = linked.length > 0
  return (
    <div className={styles.answer}>
      <SocialButtons purpose="link" except={linked} />
      <div className={styles.buttons}>
        {isLinked ? (
          <Button busy={chat.state === 'busy'} onClick={() => chat.pass(t('onboarding.linked'))}>
            {t('onboarding.goOn')}
          </Button>
        ) : (
          <SkipButton chat={chat} question={question} />
        )}
      </div>
    </div>
  )
}

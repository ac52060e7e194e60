import { useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { ProgressBar } from '#kit/ui/ProgressBar.tsx'
import type { AnswerProps } from './Answer.tsx'
import styles from './Onboarding.module.css'
import { SkipButton } from './SkipButton.tsx'
import { AvatarInput } from '#web/features/profile/avatar/AvatarInput.tsx'
import { AvatarProblem } from '#web/features/profile/avatar/AvatarProblem.tsx'
import { useAvatarUpload } from '#web/features/profile/avatar/use-avatar-upload.ts'

/** The photo: chosen, uploaded with its progress, tried again. */
export function PhotoAnswer({ chat, question }: AnswerProps) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const avatar = useAvatarUpload(() => chat.pass(t('onboarding.photo.mine')))
  const { upload, isBusy, problem } = avatar
  const told = useRef('')
  useEffect(() => {
    if (problem && told.current !== problem) chat.say('school', question.again ?? t('onboarding.again'))
    told.current = problem
  })
  return (
    <div className={styles.answer}>
      <AvatarInput ref={input} label={t('onboarding.photo')} onChoose={file => void avatar.choose(file)} />
      {upload && !problem && (
        <div className={styles.photo}>
          <Avatar name={t('onboarding.photo.mine')} src={upload.previewUrl} size={72} />
          <ProgressBar percent={upload.progress * 100} label={t('onboarding.photo.progress')} />
        </div>
      )}
      <AvatarProblem avatar={avatar} />
      <div className={styles.buttons}>
        <Button icon="camera" busy={isBusy} disabled={chat.state !== 'idle'} onClick={() => input.current?.click()}>
          {t('onboarding.photo')}
        </Button>
        {!isBusy && <SkipButton chat={chat} question={question} />}
      </div>
    </div>
  )
}

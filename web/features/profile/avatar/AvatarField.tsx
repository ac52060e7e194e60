import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { ProgressBar } from '#kit/ui/ProgressBar.tsx'
import { toast } from '#kit/ui/toasts.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import { keepUserAnswer } from '../data.ts'
import styles from './AvatarField.module.css'
import { AvatarInput } from './AvatarInput.tsx'
import { AvatarProblem } from './AvatarProblem.tsx'
import { useAvatarUpload } from './use-avatar-upload.ts'

/** The picture that others see: chosen, uploaded with its progress, tried again, removed. */
export function AvatarField({ user }: { user: User }) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const avatar = useAvatarUpload(() => toast(t('profile.avatar.saved'), { tone: 'success' }))
  const { upload, isBusy, problem } = avatar
  return (
    <div className={styles.avatar}>
      <Avatar name={user.displayName} src={(!problem && upload?.previewUrl) || user.avatar} size={96} />
      <div className={styles.avatarSide}>
        <AvatarInput ref={input} label={t('profile.avatar.choose')} onChoose={file => void avatar.choose(file)} />
        <div className={styles.buttons}>
          <Button look="secondary" icon="camera" busy={isBusy} onClick={() => input.current?.click()}>
            {t(user.avatar ? 'profile.avatar.change' : 'profile.avatar.choose')}
          </Button>
          {user.avatar && !isBusy && <RemoveButton />}
        </div>
        {upload?.state === 'NOT_UPLOADED' && (
          <ProgressBar percent={upload.progress * 100} label={t('profile.avatar.progress')} />
        )}
        {!upload && <p className={styles.hint}>{t('profile.avatar.hint')}</p>}
      </div>
      <AvatarProblem avatar={avatar} />
    </div>
  )
}

function RemoveButton() {
  const t = useCopy()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      keepUserAnswer((await request('POST /user/avatar', { body: { avatar_file_id: null } })).data)
    } catch (error) {
      toast(errorMessage(error, t('profile.failed')), { tone: 'danger' })
      setBusy(false)
    }
  }
  return (
    <Button look="ghost" busy={isBusy} onClick={() => void remove()}>
      {t('profile.avatar.remove')}
    </Button>
  )
}

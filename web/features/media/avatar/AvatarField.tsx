import { type ChangeEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { ProgressBar } from '#kit/ui/ProgressBar.tsx'
import { toast } from '#kit/ui/toasts.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import { keepUserAnswer } from '../../accounts/profile/data.ts'
import styles from './AvatarField.module.css'
import { useAvatarUpload } from './use-avatar-upload.ts'

/** The picture that others see: chosen, uploaded with its progress, tried again, removed (PRO-08). */
export function AvatarField({ user }: { user: User }) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const avatar = useAvatarUpload(() => toast(t('profile.avatar.saved'), { tone: 'success' }))
  const { upload, isBusy, problem } = avatar
  const handleChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) void avatar.choose(file)
    event.target.value = ''
  }
  return (
    <div className={styles.avatar}>
      <Avatar name={user.displayName} src={(!problem && upload?.previewUrl) || user.avatar} size={96} />
      <div className={styles.avatarSide}>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          aria-label={t('profile.avatar.choose')}
          onChange={handleChosen}
        />
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
      {problem && (
        <Notice
          live
          tone="danger"
          onClose={avatar.giveUp}
          action={avatar.canRetry && <RetryButton onPress={avatar.retry} />}
        >
          {problem}
        </Notice>
      )}
    </div>
  )
}

function RetryButton({ onPress }: { onPress: () => void }) {
  const t = useCopy()
  return (
    <Button look="secondary" icon="refresh" onClick={onPress}>
      {t('ui.retry')}
    </Button>
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

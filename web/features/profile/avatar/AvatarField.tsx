import { type ChangeEvent, type Ref, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { ProgressBar } from '#kit/ui/ProgressBar.tsx'
import { toast } from '#kit/ui/toasts.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import { keepUserAnswer } from '../data.ts'
import styles from './AvatarField.module.css'
import { type AvatarUpload, useAvatarUpload } from './use-avatar-upload.ts'

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

type Props = { ref: Ref<HTMLInputElement>; label: string; onChoose: (file: File) => void }

/** The device's own way to a picture, opened by a button beside it; the same picture may be chosen again. */
export function AvatarInput({ ref, label, onChoose }: Props) {
  const handleChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) onChoose(file)
    event.target.value = ''
  }
  return <input ref={ref} type="file" hidden accept="image/*" aria-label={label} onChange={handleChosen} />
}

/** Why the picture is not the avatar, to be tried again or given up; nothing while all is well. */
export function AvatarProblem({ avatar: { problem, canRetry, retry, giveUp } }: { avatar: AvatarUpload }) {
  const t = useCopy()
  if (!problem) return null
  const again = (
    <Button look="secondary" icon="refresh" onClick={retry}>
      {t('ui.retry')}
    </Button>
  )
  return (
    <Notice live tone="danger" onClose={giveUp} action={canRetry && again}>
      {problem}
    </Notice>
  )
}

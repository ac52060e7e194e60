import { type ChangeEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { failureText } from '#kit/features/media/upload-text.ts'
import {
  cancelUpload,
  letGoUpload,
  retryUpload,
  startUpload,
  useUpload,
} from '#kit/features/media/uploads/uploading.ts'
import { settings } from '#kit/request/connection.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import styles from './AvatarField.module.css'

/** Shows the account as it is by now, with its picture. */
type Keep = (user: UserWire) => void

type FieldProps = {
  user: Pick<User, 'displayName' | 'avatar'>
  keep: Keep
  /** Who sees the picture. */
  hint: string
}

/** The own picture: chosen, changed and removed at once, apart from any form. */
export function AvatarField({ user, keep, hint }: FieldProps) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const avatar = useAvatarUpload(keep, () => toast(t('profile.avatar.saved'), { tone: 'success' }))
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
          {user.avatar && !isBusy && <RemoveButton keep={keep} />}
        </div>
        {upload?.state === 'NOT_UPLOADED' && (
          <ProgressBar percent={upload.progress * 100} label={t('profile.avatar.progress')} />
        )}
        {!upload && <p className={styles.hint}>{hint}</p>}
      </div>
      <AvatarProblem avatar={avatar} />
    </div>
  )
}

function RemoveButton({ keep }: { keep: Keep }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async () => {
      keep((await request('POST /user/avatar', { body: { avatar_file_id: null } })).data)
      return true
    },
    failed: t('profile.avatar.failed'),
    hasToast: true,
  })
  return (
    <Button look="ghost" busy={isBusy} onClick={() => void run()}>
      {t('profile.avatar.remove')}
    </Button>
  )
}

type Props = { ref: Ref<HTMLInputElement>; label: string; onChoose: (file: File) => void }

/** The device's file picker, opened by a button. It is reset so that the same picture can be chosen again. */
export function AvatarInput({ ref, label, onChoose }: Props) {
  const handleChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) onChoose(file)
    event.target.value = ''
  }
  return <input ref={ref} type="file" hidden accept="image/*" aria-label={label} onChange={handleChosen} />
}

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

/** As for any upload, only that no video can be an avatar. */
export function avatarFailureText(t: Copy, failure: Parameters<typeof failureText>[1]): string {
  return failure.code === 'not_photo_or_video' ? t('profile.avatar.notPhoto') : failureText(t, failure)
}

const nameOf = () => `draft ${settings.userId} avatar`

async function setAvatar(id: string, mediaId: number, keep: Keep): Promise<void> {
  const { data } = await request('POST /user/avatar', { body: { avatar_file_id: mediaId } })
  keep(data)
  await letGoUpload(id)
}

/**
 * Uploads a chosen photo and makes it the avatar. It continues after a reload; each failure can be retried or given up.
 * `onTaken` is called when the photo is the avatar.
 */
export function useAvatarUpload(keepUser: Keep, onTaken?: () => void) {
  const t = useCopy()
  const [id, setId] = useState(() => localStorage.getItem(nameOf()) ?? '')
  const [failure, setFailure] = useState('')
  const [attempt, setAttempt] = useState(0)
  const upload = useUpload(id)
  const keep = (next: string) => {
    if (next) localStorage.setItem(nameOf(), next)
    else localStorage.removeItem(nameOf())
    setId(next)
    setFailure('')
  }
  const take = useEffectEvent((ready: number) => setAvatar(id, ready, keepUser))
  const handleTaken = useEffectEvent(() => {
    keep('')
    onTaken?.()
  })
  const handleFailure = useEffectEvent((error: unknown) => {
    if (error instanceof NetworkError) setFailure(t('profile.avatar.noInternet'))
    else setFailure(error instanceof RequestError && error.reason ? error.reason : t('profile.avatar.failed'))
  })
  const isThere = upload?.state === 'DONE'
  const mediaId = upload?.mediaId
  useEffect(() => {
    if (isThere && mediaId !== undefined) take(mediaId).then(handleTaken, handleFailure)
  }, [isThere, mediaId, id, attempt])

  const choose = async (file: File) => {
    if (id) await cancelUpload(id)
    keep(await startUpload(file))
  }
  const retry = () => {
    setFailure('')
    if (isThere) setAttempt(attempt + 1)
    else void retryUpload(id)
  }
  const giveUp = () => {
    void cancelUpload(id)
    keep('')
  }
  const problem = upload?.failure ? avatarFailureText(t, upload.failure) : failure
  const canRetry = upload?.canRetry || (isThere && failure !== '')
  return { upload, isBusy: upload !== undefined && !problem, problem, canRetry, choose, retry, giveUp }
}

type AvatarUpload = ReturnType<typeof useAvatarUpload>

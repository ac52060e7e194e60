import { useEffect, useEffectEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { failureText } from '#kit/features/media/failure-text.ts'
import { cancelUpload, letGoUpload, retryUpload, startUpload, useUpload } from '#kit/features/media/uploading.ts'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { keepUserAnswer } from '../data.ts'

const nameOf = () => `draft ${settings.userId} avatar`

async function takeAvatar(id: string, mediaId: number): Promise<void> {
  const { data } = await request('POST /user/avatar', { body: { avatar_file_id: mediaId } })
  keepUserAnswer(data)
  await letGoUpload(id)
}

/**
 * A photo on its way to being the avatar: chosen, uploaded as every photo is, then taken. The way goes on after a
 * reload; each failure can be tried again or given up. `onTaken` hears when it is the avatar.
 */
export function useAvatarUpload(onTaken?: () => void) {
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
  const hearTaken = useEffectEvent(() => {
    keep('')
    onTaken?.()
  })
  const hearFailure = useEffectEvent((error: unknown) => {
    if (error instanceof NetworkError) setFailure(t('profile.avatar.noInternet'))
    else setFailure(error instanceof RequestError && error.reason ? error.reason : t('profile.failed'))
  })
  const isThere = upload?.state === 'DONE'
  const mediaId = upload?.mediaId
  useEffect(() => {
    if (isThere && mediaId !== undefined) takeAvatar(id, mediaId).then(hearTaken, hearFailure)
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
  const problem = upload?.failure ? failureText(t, upload.failure) : failure
  const canRetry = upload?.canRetry || (isThere && failure !== '')
  return { upload, isBusy: upload !== undefined && !problem, problem, canRetry, choose, retry, giveUp }
}

export type AvatarUpload = ReturnType<typeof useAvatarUpload>

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { NoMediaFilesError, useCamera } from './camera.ts'
import styles from './Selfie.module.css'

/** Picks a photo from the device; on a phone this opens the camera app. */
function PhotoChoice({ onPhoto, onNone }: { onPhoto: (photo: File) => void; onNone: () => void }) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const tellNone = useEffectEvent(onNone)
  useEffect(() => {
    // React has no event for a file picker that was closed without a choice.
    const picker = input.current
    const tell = () => tellNone()
    picker?.addEventListener('cancel', tell)
    return () => picker?.removeEventListener('cancel', tell)
  }, [])
  const handleChange = () => {
    const photo = input.current?.files?.[0]
    if (photo?.size) onPhoto(photo)
    else onNone()
  }
  return (
    <>
      <input ref={input} type="file" accept="image/*" capture="user" hidden onChange={handleChange} />
      <Button look="secondary" onClick={() => input.current?.click()}>
        {t('media.selfie.file')}
      </Button>
    </>
  )
}

/** Takes a photo of the learner with the camera, or lets them choose one where there is none. */
function SelfieDialog({ onClose }: { onClose: (photo?: File) => void }) {
  const t = useCopy()
  const video = useRef<HTMLVideoElement>(null)
  const [photo, setPhoto] = useState<{ file: File; url: string }>()
  const camera = useCamera(video, photo === undefined)
  const { state } = camera
  const url = photo?.url
  const handlePhoto = (file: File | undefined) => {
    if (file) setPhoto({ file, url: URL.createObjectURL(file) })
  }
  const handleRetake = () => {
    camera.restart()
    setPhoto(undefined)
  }
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])
  const isOn = state === 'on'
  const failure = state === 'starting' || state === 'on' ? undefined : state
  const footer = photo ? (
    <>
      <Button look="secondary" icon="refresh" onClick={handleRetake}>
        {t('media.selfie.retake')}
      </Button>
      <Button icon="check" onClick={() => onClose(photo.file)}>
        {t('media.selfie.use')}
      </Button>
    </>
  ) : (
    <>
      <PhotoChoice onPhoto={handlePhoto} onNone={() => camera.fail(new NoMediaFilesError())} />
      {failure ? (
        <Button icon="refresh" onClick={camera.restart}>
          {t('media.camera.retry')}
        </Button>
      ) : (
        <Button icon="camera" busy={!isOn} onClick={() => void camera.shoot().then(handlePhoto)}>
          {t('media.selfie.shoot')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog title={t('media.selfie.title')} footer={footer} onClose={() => onClose()}>
      <div className={styles.stage}>
        {url ? (
          <img src={url} alt={t('media.selfie.photo')} className={styles.picture} />
        ) : (
          <video
            ref={video}
            muted
            playsInline
            hidden={failure !== undefined}
            aria-label={t('media.selfie.preview')}
            className={styles.camera}
          />
        )}
        {!photo && state === 'starting' && (
          <p role="status" className={styles.starting}>
            {t('media.selfie.starting')}
          </p>
        )}
      </div>
      {!photo && failure && (
        <Notice live tone="danger" icon="camera">
          {t(`media.camera.${failure}`)}
        </Notice>
      )}
    </Dialog>
  )
}

/** Opens the selfie dialog; resolves to the photo, or undefined when it was closed. */
export function takeSelfie(): Promise<File | undefined> {
  return openDialog<File>(close => <SelfieDialog onClose={close} />)
}

import { useId, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { PartError } from '#kit/ui/fields/PartError.tsx'
import { startUpload } from '../uploads/uploading.ts'
import { UploadList } from '../UploadList.tsx'
import { takeSelfie } from './SelfieDialog.tsx'
import styles from './Selfie.module.css'

interface Props {
  /** The upload of the photo that was taken. */
  selfie: string | undefined
  /** What the photo is for. */
  text: string
  error: string | undefined
  onChange: (selfie: string | undefined) => void
}

/** A photo of the learner; it uploads at once. */
export function SelfiePart({ selfie, text, error, onChange }: Props) {
  const t = useCopy()
  const id = useId()
  const [hasFailed, setFailed] = useState(false)
  const handleTake = async () => {
    const photo = await takeSelfie()
    if (!photo) return
    setFailed(false)
    try {
      onChange(await startUpload(photo))
    } catch {
      setFailed(true)
    }
  }
  const wrong = hasFailed ? t('media.selfie.failed') : error
  return (
    <div role="group" aria-labelledby={id} className={styles.part} data-wrong={wrong ? true : undefined}>
      <p id={id} className={styles.label}>
        {t('media.selfie.title')}
      </p>
      <p className={styles.note}>{text}</p>
      {selfie !== undefined && <UploadList ids={[selfie]} onRemove={() => onChange(undefined)} />}
      <p>
        <Button look="secondary" icon="camera" onClick={() => void handleTake()}>
          {t(selfie === undefined ? 'media.selfie.take' : 'media.selfie.again')}
        </Button>
      </p>
      {wrong && <PartError>{wrong}</PartError>}
    </div>
  )
}

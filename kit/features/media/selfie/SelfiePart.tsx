import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { startUpload } from '../uploads/uploading.ts'
import { UploadList } from '../UploadList.tsx'
import { takeSelfie } from './SelfieDialog.tsx'

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
  return (
    <FieldGroup label={t('media.selfie.title')} note={text} error={hasFailed ? t('media.selfie.failed') : error}>
      {selfie !== undefined && <UploadList ids={[selfie]} onRemove={() => onChange(undefined)} />}
      <p>
        <Button look="secondary" icon="camera" onClick={() => void handleTake()}>
          {t(selfie === undefined ? 'media.selfie.take' : 'media.selfie.again')}
        </Button>
      </p>
    </FieldGroup>
  )
}

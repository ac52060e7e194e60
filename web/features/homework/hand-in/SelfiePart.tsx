import { useId, useState } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { startUpload } from '#kit/features/media/uploading.ts'
import { Button } from '#kit/ui/Button.tsx'
import type { KeptDraft } from './draft.ts'
import styles from './HandInForm.module.css'
import { PartError } from './PartError.tsx'
import { takeSelfie } from './SelfieDialog.tsx'

/** The selfie step: a photo of the learner that goes with the answer. */
export function SelfiePart({ kept: { draft, change }, error }: { kept: KeptDraft; error: CopyKey | undefined }) {
  const t = useCopy()
  const id = useId()
  const [hasFailed, setFailed] = useState(false)
  const { selfie } = draft
  const handleTake = async () => {
    const photo = await takeSelfie()
    if (!photo) return
    setFailed(false)
    try {
      change({ selfie: await startUpload(photo) })
    } catch {
      setFailed(true)
    }
  }
  const wrong = hasFailed ? 'homework.wrong.selfie' : error
  return (
    <div role="group" aria-labelledby={id} className={styles.part} data-wrong={wrong ? true : undefined}>
      <p id={id} className={styles.label}>
        {t('homework.selfie.title')}
      </p>
      <p className={styles.note}>{t('homework.selfie.text')}</p>
      {selfie !== undefined && <UploadList ids={[selfie]} onRemove={() => change({ selfie: undefined })} />}
      <p>
        <Button look="secondary" icon="camera" onClick={() => void handleTake()}>
          {t(selfie === undefined ? 'homework.selfie.take' : 'homework.selfie.again')}
        </Button>
      </p>
      <PartError text={wrong} />
    </div>
  )
}

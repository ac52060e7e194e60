import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { formatBytes } from '#kit/features/media/upload-limit.ts'
import { useUploads } from '#kit/features/media/uploading.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Card } from '#kit/ui/Card.tsx'
import type { KeptDraft } from './draft.ts'
import styles from './HandInForm.module.css'
import type { HandIn } from './hand-ins.ts'
import { MyVersion } from './MyVersion.tsx'
import { takeBack } from './take-back.ts'
import { useOnline } from '#web/platform/use-online.ts'

/** What of the handing-in the server lacks still, in words. */
function useWaitingWords({ uploads }: HandIn): string {
  const t = useCopy()
  const isOnline = useOnline()
  const files = useUploads(uploads)
  const left = files.filter(file => file.state === 'NOT_UPLOADED')
  if (!isOnline) {
    const bytes = left.reduce((sum, file) => sum + file.bytes * (1 - file.progress), 0)
    return t('homework.waiting.offline', { has: bytes > 0 ? 'yes' : 'no', size: formatBytes(bytes, t.language) })
  }
  if (left.length === 0) return t('homework.waiting.online')
  const isPhoto = left.length === 1 && left[0]?.type.startsWith('image/')
  return t(isPhoto ? 'homework.wrong.photo_uploading' : 'homework.wrong.files_uploading')
}

/** A handing-in on its way: it goes by itself once its files are there and there is a network. */
export function WaitingHandIn({ handIn, kept, hasSelfie }: { handIn: HandIn; kept: KeptDraft; hasSelfie: boolean }) {
  const t = useCopy()
  const words = useWaitingWords(handIn)
  const [isFixed, setFixed] = useState(false)
  return (
    <Card as="section" tone="accent" aria-labelledby="hand-in">
      <div className={styles.form}>
        <h2 id="hand-in">{t('homework.waiting.title')}</h2>
        <p role="status">{words}</p>
        {handIn.text && <MyVersion handIn={{ ...handIn, uploads: [] }} />}
        <UploadList ids={handIn.uploads} />
        {!isFixed && handIn.write.state === 'waiting' && (
          <p>
            <Button
              look="secondary"
              onClick={() => void takeBack(handIn, kept, hasSelfie).then(isTaken => setFixed(!isTaken))}
            >
              {t('homework.waiting.change')}
            </Button>
          </p>
        )}
      </div>
    </Card>
  )
}

import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { retryWrite } from '#kit/request/outbox.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Card } from '#kit/ui/Card.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import type { KeptDraft } from './draft.ts'
import styles from './HandInForm.module.css'
import type { HandIn } from './hand-ins.ts'
import { MyVersion } from './MyVersion.tsx'
import { takeBack } from './take-back.ts'

/** A handing-in that was not taken, with why; it stays until the learner mends it or sends it again. */
export function RefusedHandIn({ handIn, kept, hasSelfie }: { handIn: HandIn; kept: KeptDraft; hasSelfie: boolean }) {
  const t = useCopy()
  const [isBusy, setBusy] = useState(false)
  const { refusal, id } = handIn.write
  const isUpload = refusal?.status === 0
  const work = (job: Promise<unknown>) => {
    setBusy(true)
    void job.catch(() => {}).finally(() => setBusy(false))
  }
  return (
    <Card as="section" aria-labelledby="hand-in">
      <div className={styles.form}>
        <h2 id="hand-in">{t('homework.conflict.mine')}</h2>
        <Notice live tone="danger" title={t(isUpload ? 'homework.wrong.upload' : 'homework.wrong.send')}>
          {refusal?.message}
        </Notice>
        <MyVersion handIn={isUpload ? { ...handIn, uploads: [] } : handIn} />
        {isUpload && <UploadList ids={handIn.uploads} />}
        <div className={styles.buttons}>
          <Button icon="refresh" busy={isBusy} onClick={() => work(retryWrite(id))}>
            {t('homework.refused.retry')}
          </Button>
          <Button look="secondary" busy={isBusy} onClick={() => work(takeBack(handIn, kept, hasSelfie))}>
            {t('homework.refused.change')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

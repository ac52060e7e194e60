import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { onWriteSent, retryWrite } from '#kit/outbox/outbox.ts'
import { useOnline } from '#kit/request/use-online.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { handInRefusal } from '#shared/features/homework/rules.ts'
import { type HomeworkDetail, refreshHomework, showStatus } from '../data.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { isEmptyDraft, type KeptDraft, useHomeworkDraft } from './draft.ts'
import styles from './HandIn.module.css'
import { HandInForm } from './HandInForm.tsx'
import { type HandIn, type HandInCall, handInLane } from './hand-ins.ts'
import { LockedDraft } from './LockedDraft.tsx'
import { MyVersion } from './MyVersion.tsx'
import { conflictChoices, isConflict, takeBack } from './unsent.ts'

interface Props {
  detail: HomeworkDetail
  handIn: HandIn | undefined
  chatId: number | undefined
}

/**
 * Shows the server's answer to a hand-in at once; after a refusal reloads, since the server knows more than this
 * device.
 */
function useOutcome(streamId: number, statusId: number, isRefused: boolean) {
  const t = useCopy()
  const client = useQueryClient()
  useEffect(
    () =>
      onWriteSent<HandInCall>(handInLane(statusId), ({ data }) => {
        showStatus(client, data.userHomeworkStatus)
        refreshHomework(client, streamId)
        toast(t('homework.sent'), { tone: 'success' })
      }),
    [client, streamId, statusId, t],
  )
  useEffect(() => {
    if (isRefused) refreshHomework(client, streamId)
  }, [client, streamId, isRefused])
}

/** Handing in: the form, a hand-in that waits or was refused, the choice between two versions, or a draft that cannot be sent now. */
export function HandInPart({ detail, handIn, chatId }: Props) {
  const { status, attempts, task } = detail
  const kept = useHomeworkDraft(status.id)
  useOutcome(status.streamId, status.id, handIn?.state === 'refused')
  const choices = conflictChoices(status, attempts)
  if (handIn?.state === 'waiting')
    return <WaitingHandIn handIn={handIn} kept={kept} hasSelfie={task.isSelfieRequired} />
  if (handIn && isConflict(handIn.write.refusal?.code ?? '')) {
    return <ConflictPanel handIn={handIn} detail={detail} choices={choices} chatId={chatId} />
  }
  if (handIn) return <RefusedHandIn handIn={handIn} kept={kept} hasSelfie={task.isSelfieRequired} />
  const isHandedIn = handInRefusal(status.status, undefined) !== undefined
  if (!isHandedIn && !status.isLocked) return <HandInForm detail={detail} kept={kept} />
  // An answer started here must not vanish.
  if (isEmptyDraft(kept.draft)) return null
  if (isHandedIn) return <HandInForm detail={detail} kept={kept} choices={choices} />
  return <LockedDraft detail={detail} draft={kept.draft} />
}

type UnsentProps = { handIn: HandIn; kept: KeptDraft; hasSelfie: boolean }

/** What the hand-in is waiting for, in words. */
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
  return t(isPhoto ? 'media.upload.photo' : 'homework.wrong.files_uploading')
}

/** A queued hand-in: it is sent once its files are uploaded and the device is online. */
function WaitingHandIn({ handIn, kept, hasSelfie }: UnsentProps) {
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

/** A refused hand-in, with the reason; it stays until the learner changes it or sends it again. */
function RefusedHandIn({ handIn, kept, hasSelfie }: UnsentProps) {
  const t = useCopy()
  const { refusal, id } = handIn.write
  const isUpload = refusal?.status === 0
  // A failure needs no words here: the refusal is still shown, with the same two ways out.
  const { run, isBusy } = useSubmit({
    send: async (job: () => Promise<unknown>) => void (await job()),
    failed: '',
    explain: () => ({ errors: {} }),
  })
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
          <Button icon="refresh" busy={isBusy} onClick={() => void run(() => retryWrite(id))}>
            {t('homework.refused.retry')}
          </Button>
          <Button look="secondary" busy={isBusy} onClick={() => void run(() => takeBack(handIn, kept, hasSelfie))}>
            {t('homework.refused.change')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

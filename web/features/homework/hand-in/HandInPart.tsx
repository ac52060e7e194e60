import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { onWriteSent } from '#kit/outbox/outbox.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { handInRefusal } from '#shared/features/homework/rules.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { type HomeworkDetail, refreshHomework, showStatus } from '../data.ts'
import { isEmptyDraft, useHomeworkDraft } from './draft.ts'
import { HandInForm } from './HandInForm.tsx'
import { type HandIn, type HandInCall, handInLane } from './hand-ins.ts'
import { RefusedHandIn, WaitingHandIn } from './UnsentHandIn.tsx'
import { conflictChoices, isConflict } from './unsent.ts'

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

/** Handing in: the form, a hand-in that waits or was refused, or the choice between two versions. */
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
  const isOpen = !status.isLocked && handInRefusal(status.status, undefined) === undefined
  if (isOpen) return <HandInForm detail={detail} kept={kept} />
  // Another device handed in first: an answer started here must not vanish.
  return isEmptyDraft(kept.draft) ? null : <HandInForm detail={detail} kept={kept} choices={choices} />
}

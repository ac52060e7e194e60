import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type ConsultationStep, mayStep } from '#shared/features/videoconsultations/states.ts'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { refreshVideo } from '../data.ts'
import styles from './Consultation.module.css'
import { ExpertField, useMoveDialog } from './MoveDialog.tsx'
import { openReason } from './ReasonDialog.tsx'

type Props = { consultation: StaffConsultationWire }

/** What changes a booking: another time, another expert, or none at all. `isAnswered` where what waits has its own buttons. */
export function ChangeButtons({ consultation, isAnswered }: Props & { isAnswered?: boolean }) {
  const t = useCopy()
  const { role } = useUser()
  const now = useNow(15_000)
  const openMove = useMoveDialog()
  const { id, status, learner, request: wish, is_managed: isManaged, start_date_time: start } = consultation
  const isElsewhere = isAnswered && status === 'pending'
  const may = (step: ConsultationStep) => isManaged && mayStep(step, status, { startsAt: start * 1000, now })
  const { name } = learner
  const cancel = () =>
    void openReason({
      title: t('video.cancel.title', { name }),
      text: t('video.givesBack'),
      submit: t('video.cancel'),
      done: t('video.cancelled'),
      send: reason => request('POST /studio/video-consultations/:id/cancel', { params: { id }, body: { reason } }),
    })
  const handOver = () =>
    void openDialog(close => <HandOverDialog consultation={consultation} onClose={() => close()} />)
  return (
    <>
      {may('move') && !wish && !isElsewhere && (
        <Button look="secondary" aria-label={t('video.move.of', { name })} onClick={() => openMove(consultation)}>
          {t('video.move')}
        </Button>
      )}
      {may('hand_over') && role !== 'expert' && (
        <Button look="secondary" aria-label={t('video.handOver.of', { name })} onClick={handOver}>
          {t('video.handOver')}
        </Button>
      )}
      {may('cancel') && !isElsewhere && (
        <Button look="ghost" aria-label={t('video.cancel.of', { name })} onClick={cancel}>
          {t('video.cancel')}
        </Button>
      )}
    </>
  )
}

/** Gives a consultation to another expert at the same time. */
function HandOverDialog({ consultation: { id, expert, learner }, onClose }: Props & { onClose: () => void }) {
  const t = useCopy()
  const [expertId, setExpertId] = useState(expert?.id)
  const { form, isBusy, failure, errorOf, handleSubmit } = useSubmit({
    check: () =>
      expertId === undefined || expertId === expert?.id ? { expert_id: [t('video.handOver.choose')] } : undefined,
    send: async () => {
      const body = { expert_id: expertId ?? 0 }
      await request('POST /studio/video-consultations/:id/hand-over', { params: { id }, body })
      await refreshVideo()
      onClose()
      toast(t('video.handedOver'), { tone: 'success' })
    },
    // The only time there is, is that of the consultation: who is not free is said at their name.
    explain: error =>
      error instanceof RequestError && error.code === 'slot_taken'
        ? { errors: { expert_id: [t('video.handOver.busy')] } }
        : undefined,
    failed: t('video.failed'),
    onRefused: () => void refreshVideo(),
  })
  return (
    <Dialog title={t('video.handOver.of', { name: learner.name })} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <ExpertField value={expertId} error={errorOf('expert_id')} onChange={setExpertId} />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('video.handOver')}
        </Button>
      </form>
    </Dialog>
  )
}

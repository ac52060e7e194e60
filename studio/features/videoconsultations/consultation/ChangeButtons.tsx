import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { type ConsultationStep, mayStep } from '#shared/features/videoconsultations/states.ts'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { useMoveDialog } from './MoveDialog.tsx'
import { openReason } from './ReasonDialog.tsx'

type Props = { consultation: StaffConsultationWire }

/** What changes a booking: another time, another expert, or none at all. `isAnswered` where what waits has its own buttons. */
export function ChangeButtons({ consultation, isAnswered }: Props & { isAnswered?: boolean }) {
  const t = useCopy()
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
      {may('hand_over') && (
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

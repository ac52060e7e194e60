import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { useStep } from '../data.ts'
import styles from './Consultation.module.css'
import { useMoveDialog } from './MoveDialog.tsx'
import { openReason } from './ReasonDialog.tsx'

type Props = { consultation: StaffConsultationWire }

/** The answers to what waits: a booking to confirm, or what its learner asks for. Nothing where nothing waits. */
export function Decision({ consultation }: Props) {
  const { status, request: wish } = consultation
  if (wish?.asked_by === 'learner') return <WishAnswers consultation={consultation} wish={wish} />
  return status === 'pending' ? <BookingAnswers consultation={consultation} /> : null
}

function BookingAnswers({ consultation }: Props) {
  const t = useCopy()
  const { id, learner } = consultation
  const params = { id }
  const confirm = useStep(() => request('POST /studio/video-consultations/:id/confirm', { params }), 'video.confirmed')
  const openMove = useMoveDialog()
  const decline = () =>
    openReason({
      title: t('video.decline.title', { name: learner.name }),
      text: t('video.givesBack'),
      submit: t('video.decline'),
      done: t('video.declined'),
      send: reason => request('POST /studio/video-consultations/:id/decline', { params, body: { reason } }),
    })
  return (
    <p className={styles.steps}>
      <Button
        aria-label={t('video.confirm.of', { name: learner.name })}
        busy={confirm.isBusy}
        onClick={() => void confirm.run()}
      >
        {t('video.confirm')}
      </Button>
      {!consultation.request && (
        <Button
          look="secondary"
          aria-label={t('video.propose.of', { name: learner.name })}
          onClick={() => openMove(consultation)}
        >
          {t('video.propose')}
        </Button>
      )}
      <Button look="ghost" aria-label={t('video.decline.of', { name: learner.name })} onClick={() => void decline()}>
        {t('video.decline')}
      </Button>
    </p>
  )
}

type Wish = NonNullable<StaffConsultationWire['request']>

function WishAnswers({ consultation, wish }: Props & { wish: Wish }) {
  const t = useCopy()
  const { learner } = consultation
  const params = { id: wish.id }
  const approve = useStep(
    () => request('POST /studio/video-requests/:id/approve', { params }),
    wish.kind === 'move' ? 'video.moved' : 'video.cancelled',
  )
  const openMove = useMoveDialog()
  const refuse = () =>
    openReason({
      title: t('video.refuse.title', { name: learner.name }),
      text: t('video.refuse.text'),
      submit: t('video.refuse'),
      done: t('video.refused'),
      send: reason => request('POST /studio/video-requests/:id/decline', { params, body: { reason } }),
    })
  return (
    <p className={styles.steps}>
      <Button
        aria-label={t(`video.approve.${wish.kind}.of`, { name: learner.name })}
        busy={approve.isBusy}
        onClick={() => void approve.run()}
      >
        {t(`video.approve.${wish.kind}`)}
      </Button>
      {wish.kind === 'move' && (
        <Button
          look="secondary"
          aria-label={t('video.propose.of', { name: learner.name })}
          onClick={() => openMove(consultation)}
        >
          {t('video.propose')}
        </Button>
      )}
      <Button look="ghost" aria-label={t('video.refuse.of', { name: learner.name })} onClick={() => void refuse()}>
        {t('video.refuse')}
      </Button>
    </p>
  )
}

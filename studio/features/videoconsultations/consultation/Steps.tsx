import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type ConsultationStep, mayJoin, mayStep } from '#shared/features/videoconsultations/states.ts'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { refreshVideo, useStep } from '../data.ts'
import { ChangeButtons } from './ChangeButtons.tsx'
import styles from './Consultation.module.css'

type Props = { consultation: StaffConsultationWire }

/** What can be done about a consultation now, besides what waits to be decided. */
export function Steps({ consultation }: Props) {
  const t = useCopy()
  const user = useUser()
  const now = useNow(15_000)
  const { id, status, learner, expert } = consultation
  const [startsAt, endsAt] = [consultation.start_date_time * 1000, consultation.end_date_time * 1000]
  const may = (step: ConsultationStep) => mayStep(step, status, { startsAt, now })
  const people = { status, startsAt, endsAt, learnerId: learner.id, expertId: expert?.id ?? null }
  if (!consultation.is_managed) return null
  return (
    <div className={styles.steps}>
      {mayJoin(people, user.id, now) === 'yes' && (
        <LinkButton icon="video" href={pathTo('videoCall', { consultationId: id })}>
          {t('video.join')}
        </LinkButton>
      )}
      {may('complete') && <Outcome id={id} />}
      <ChangeButtons isAnswered consultation={consultation} />
      {may('move') && (
        <Button
          look="secondary"
          onClick={() => void openDialog(close => <PlaceDialog {...{ consultation }} onClose={() => close()} />)}
        >
          {t('video.place')}
        </Button>
      )}
    </div>
  )
}

/** That it has taken place, or who did not come. */
function Outcome({ id }: { id: number }) {
  const t = useCopy()
  const params = { id }
  const complete = useStep(
    () => request('POST /studio/video-consultations/:id/complete', { params }),
    'video.completed',
  )
  return (
    <>
      <Button busy={complete.isBusy} onClick={() => void complete.run()}>
        {t('video.complete')}
      </Button>
      <Missed id={id} by="learner" />
      <Missed id={id} by="expert" />
    </>
  )
}

function Missed({ id, by }: { id: number; by: 'learner' | 'expert' }) {
  const t = useCopy()
  const { run, isBusy } = useStep(
    () => request('POST /studio/video-consultations/:id/missed', { params: { id }, body: { by } }),
    'video.noted',
  )
  const ask = async () => {
    const question = { title: t(`video.missed.${by}.title`), text: t(`video.missed.${by}.text`) }
    if (await confirm({ ...question, yes: t(`video.missed.${by}`), no: t('ui.cancel') })) void run()
  }
  return (
    <Button look="secondary" busy={isBusy} onClick={() => void ask()}>
      {t(`video.missed.${by}`)}
    </Button>
  )
}

/** Says where it takes place if not in the call. */
function PlaceDialog({ consultation, onClose }: Props & { onClose: () => void }) {
  const t = useCopy()
  const [note, setNote] = useState(consultation.expert_note)
  const [phone, setPhone] = useState(consultation.expert_phone)
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    send: async () => {
      const body = { expert_note: note.trim(), expert_phone: phone.trim() }
      await request('PUT /studio/video-consultations/:id/place', { params: { id: consultation.id }, body })
      await refreshVideo()
      onClose()
      toast(t('video.place.saved'), { tone: 'success' })
    },
    failed: t('video.failed'),
  })
  return (
    <Dialog title={t('video.place')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <p className={styles.muted}>{t('video.place.text')}</p>
        <TextArea
          label={t('video.place.note')}
          value={note}
          maxLength={1000}
          error={errorOf('expert_note')}
          data-autofocus
          onChange={event => {
            setNote(event.target.value)
            forgive('expert_note')
          }}
        />
        <TextField
          type="tel"
          label={t('video.place.phone')}
          value={phone}
          maxLength={40}
          error={errorOf('expert_phone')}
          onChange={event => {
            setPhone(event.target.value)
            forgive('expert_phone')
          }}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('video.save')}
        </Button>
      </form>
    </Dialog>
  )
}

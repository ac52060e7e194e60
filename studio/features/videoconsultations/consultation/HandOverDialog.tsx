import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { type AnswerOf, request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { ListOf } from '#studio/platform/ListOf.tsx'
import { colleaguesQuery, refreshVideo } from '../data.ts'
import styles from './Consultation.module.css'

type Colleagues = AnswerOf<'GET /studio/video-consultations/:id/experts'>
type Props = { consultation: Pick<StaffConsultationWire, 'id' | 'learner'>; onClose: () => void }

/** Gives a consultation to another expert at the same time. */
export function HandOverDialog({ consultation: { id, learner }, onClose }: Props) {
  const t = useCopy()
  const asked = useQuery({ ...colleaguesQuery(id), refetchOnMount: 'always' })
  return (
    <Dialog title={t('video.handOver.of', { name: learner.name })} onClose={onClose}>
      <ListOf asked={asked}>
        {colleagues =>
          colleagues.length === 0 ? (
            <p>{t('video.handOver.nobody')}</p>
          ) : (
            <HandOverForm id={id} colleagues={colleagues} onClose={onClose} />
          )
        }
      </ListOf>
    </Dialog>
  )
}

type FormProps = { id: number; colleagues: Colleagues; onClose: () => void }

function HandOverForm({ id, colleagues, onClose }: FormProps) {
  const t = useCopy()
  const [expertId, setExpertId] = useState<number>()
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => (expertId === undefined ? { expert_id: [t('video.handOver.choose')] } : undefined),
    send: async () => {
      const body = { expert_id: expertId ?? 0 }
      await request('POST /studio/video-consultations/:id/hand-over', { params: { id }, body })
      onClose()
      toast(t('video.handedOver'), { tone: 'success' })
      await refreshVideo()
    },
    // The only time there is, is that of the consultation: who is not free is said at their name.
    explain: error =>
      error instanceof RequestError && error.code === 'slot_taken'
        ? { errors: { expert_id: [t('video.handOver.busy')] } }
        : undefined,
    failed: t('video.failed'),
    onRefused: () => void refreshVideo(),
  })
  const groups = [true, false].map(isFree => ({
    label: t(isFree ? 'video.handOver.free' : 'video.handOver.notFree'),
    members: colleagues.filter(one => one.is_free === isFree),
  }))
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <SelectField
        label={t('video.expert')}
        value={expertId ?? ''}
        error={errorOf('expert_id')}
        data-autofocus
        onChange={event => {
          setExpertId(Number(event.target.value))
          forgive('expert_id')
        }}
      >
        {expertId === undefined && <option value="">{t('video.handOver.choose')}</option>}
        {groups.map(
          ({ label, members }) =>
            members.length > 0 && (
              <optgroup key={label} label={label}>
                {members.map(({ expert: { id: one, name } }) => (
                  <option key={one} value={one}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ),
        )}
      </SelectField>
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isBusy}>
        {t('video.handOver')}
      </Button>
    </form>
  )
}

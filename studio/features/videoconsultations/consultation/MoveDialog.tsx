import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { OwnZone, useMoments } from '#studio/platform/moments.ts'
import { explainTime, refreshVideo, useExperts } from '../data.ts'
import { type ClockFields, fieldsAt, instantOf } from './clock-fields.ts'
import styles from './Consultation.module.css'
import { TimeFields } from './TimeFields.tsx'

/** Where to: by default what the learner asks for, else as it is. */
export type Target = { startsAt?: number; expertId?: number }

/** Opens the dialog in which a consultation is moved, or another time proposed. */
export function useMoveDialog() {
  const { timezone, role } = useUser()
  return (consultation: StaffConsultationWire, to: Target = {}) =>
    void openDialog(close => (
      <OwnZone value={timezone}>
        <MoveDialog
          consultation={consultation}
          to={to}
          zone={timezone}
          hasExperts={role !== 'expert'}
          onClose={() => close()}
        />
      </OwnZone>
    ))
}

type Props = {
  consultation: StaffConsultationWire
  to: Target
  zone: string
  /** Whether it may be given to somebody else, too. */
  hasExperts: boolean
  onClose: () => void
}

/** Moves a consultation: its learner is asked, unless they have agreed already. */
export function MoveDialog({ consultation, to, zone, hasExperts, onClose }: Props) {
  const t = useCopy()
  const { id, learner, request: wish, start_date_time: start, expert } = consultation
  const [fields, setFields] = useState(() => fieldsAt(to.startsAt ?? (wish?.start_date_time ?? start) * 1000, zone))
  const [expertId, setExpertId] = useState(to.expertId ?? expert?.id)
  const [isAgreed, setAgreed] = useState(false)
  const [reason, setReason] = useState('')
  const startsAt = instantOf(fields, zone)
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => timeFault(startsAt, t),
    send: async () => {
      const body = {
        start_date_time: secondsFromMs(Number(startsAt)),
        is_agreed: isAgreed,
        reason: reason.trim(),
        ...(expertId !== undefined && expertId !== expert?.id && { expert_id: expertId }),
      }
      await request('POST /studio/video-consultations/:id/move', { params: { id }, body })
      await refreshVideo()
      onClose()
      toast(t(isAgreed ? 'video.moved' : 'video.proposed'), { tone: 'success' })
    },
    failed: t('video.failed'),
    explain: error => explainTime(error, t),
    onRefused: () => void refreshVideo(),
  })
  const change = (changed: Partial<ClockFields>) => {
    setFields({ ...fields, ...changed })
    forgive('start_date_time')
  }
  return (
    <Dialog title={t('video.move.title', { name: learner.name })} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TimeFields isFirst fields={fields} error={errorOf('start_date_time')} onChange={change} />
        <Clocks at={startsAt} theirs={learner.timezone} />
        {hasExperts && <ExpertField value={expertId} error={errorOf('expert_id')} onChange={setExpertId} />}
        <Checkbox
          label={t('video.move.agreed', { name: learner.name })}
          hint={t(isAgreed ? 'video.move.agreed.hint' : 'video.move.asked.hint')}
          checked={isAgreed}
          onChange={event => setAgreed(event.target.checked)}
        />
        <TextArea
          label={t('video.reason')}
          hint={t('video.reason.optional')}
          value={reason}
          maxLength={500}
          error={errorOf('reason')}
          onChange={event => setReason(event.target.value)}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t(isAgreed ? 'video.move' : 'video.move.ask')}
        </Button>
      </form>
    </Dialog>
  )
}

function timeFault(at: ReturnType<typeof instantOf>, t: ReturnType<typeof useCopy>) {
  const fault = typeof at === 'string' ? at : at <= Date.now() ? 'past' : undefined
  return fault && { start_date_time: [t(`video.time.${fault}`)] }
}

/** The time in words, on the reader's clocks and on the learner's where those show another one. */
function Clocks({ at, theirs }: { at: ReturnType<typeof instantOf>; theirs: string }) {
  const t = useCopy()
  const { zoneAt } = useMoments()
  const now = useNow(60_000)
  const learner = typeof at === 'number' ? fieldsAt(at, theirs) : undefined
  return (
    <p className={styles.muted}>
      {t('video.zone', { zone: zoneAt(typeof at === 'number' ? at : now) })}
      {learner &&
        ` ${t('video.theirTime', { time: `${formatLocalDate(learner.date, t.language)}, ${learner.time}`, zone: theirs })}`}
    </p>
  )
}

type ExpertProps = {
  value: number | undefined
  error?: string | undefined
  onChange: (id: number) => void
}

/** Any of the school's experts. */
function ExpertField({ value, error, onChange }: ExpertProps) {
  const t = useCopy()
  const experts = useExperts()
  return (
    <SelectField
      label={t('video.expert')}
      value={value ?? ''}
      error={error}
      onChange={event => onChange(Number(event.target.value))}
    >
      {value === undefined && <option value="">{t('video.expert.none')}</option>}
      {experts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

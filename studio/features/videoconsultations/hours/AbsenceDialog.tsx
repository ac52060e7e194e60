import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import type { ExpertWire } from '#shared/features/videoconsultations/wire.ts'
import { type ClockFields, instantOf } from '../consultation/clock-fields.ts'
import { TimeFields } from '../consultation/TimeFields.tsx'
import { refreshHours } from '../data.ts'
import { useBookedDialog } from './BookedDialog.tsx'
import styles from './Hours.module.css'

type Props = { expert: ExpertWire; zone: string; onClose: () => void }

const noTime: ClockFields = { date: '', time: '' }

/** Adds time away or extra hours, on the expert's clocks; what is booked over time away is asked about then. */
export function AbsenceDialog({ expert, zone, onClose }: Props) {
  const t = useCopy()
  const openBooked = useBookedDialog()
  const [kind, setKind] = useState<'absence' | 'extra'>('absence')
  const [starts, setStarts] = useState(noTime)
  const [ends, setEnds] = useState(noTime)
  const [note, setNote] = useState('')
  const [startsAt, endsAt] = [instantOf(starts, zone), instantOf(ends, zone)]
  const idempotencyKey = useKeyOf(JSON.stringify([kind, starts, ends, note]))
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => ({
      ...(typeof startsAt === 'string' && { starts_at: [t(`video.time.${startsAt}`)] }),
      ...(typeof endsAt === 'string' && { ends_at: [t(`video.time.${endsAt}`)] }),
      ...(typeof startsAt === 'number' &&
        typeof endsAt === 'number' &&
        endsAt <= startsAt && { ends_at: [t('video.absences.order')] }),
    }),
    send: async () => {
      const span = { starts_at: secondsFromMs(Number(startsAt)), ends_at: secondsFromMs(Number(endsAt)) }
      const body = { kind, ...span, note: note.trim() }
      const params = { expertId: expert.id }
      const { data } = await request('POST /studio/video-hours/:expertId/absences', { params, body, idempotencyKey })
      await refreshHours()
      onClose()
      if (data.booked.length > 0) openBooked(expert, data.booked)
      else toast(t('video.absences.added'), { tone: 'success' })
    },
    failed: t('video.hours.failed'),
  })
  return (
    <Dialog title={t('video.absences.add')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <p className={styles.muted}>{t('video.zone', { zone: zone.replaceAll('_', ' ') })}</p>
        <SelectField
          label={t('video.absences.kind')}
          value={kind}
          data-autofocus
          onChange={event => setKind(event.target.value === 'extra' ? 'extra' : 'absence')}
        >
          <option value="absence">{t('video.absences.absence')}</option>
          <option value="extra">{t('video.absences.extra')}</option>
        </SelectField>
        <TimeFields
          label={t('video.absences.from')}
          fields={starts}
          error={errorOf('starts_at')}
          onChange={more => {
            setStarts({ ...starts, ...more })
            forgive('starts_at')
          }}
        />
        <TimeFields
          label={t('video.absences.until')}
          fields={ends}
          error={errorOf('ends_at')}
          onChange={more => {
            setEnds({ ...ends, ...more })
            forgive('ends_at')
          }}
        />
        <TextField
          label={t('video.absences.note')}
          hint={t('video.absences.note.hint')}
          value={note}
          maxLength={500}
          error={errorOf('note')}
          onChange={event => setNote(event.target.value)}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('video.absences.submit')}
        </Button>
      </form>
    </Dialog>
  )
}

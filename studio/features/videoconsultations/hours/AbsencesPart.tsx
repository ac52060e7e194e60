import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { AbsenceWire, ExpertHoursWire } from '#shared/features/videoconsultations/wire.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { OwnZone, useMoments } from '#studio/platform/moments.ts'
import { refreshHours } from '../data.ts'
import { AbsenceDialog } from './AbsenceDialog.tsx'
import styles from './Hours.module.css'

/** When an expert is away, and when they work besides the weekly hours. */
export function AbsencesPart({ known }: { known: ExpertHoursWire }) {
  const id = useId()
  const t = useCopy()
  const { timezone } = useUser()
  const { expert, absences } = known
  const add = () =>
    void openDialog(close => (
      <OwnZone value={timezone}>
        <AbsenceDialog expert={expert} zone={known.timezone} onClose={() => close()} />
      </OwnZone>
    ))
  return (
    <section aria-labelledby={id} className={styles.form}>
      <h2 id={id}>{t('video.absences')}</h2>
      <p className={styles.muted}>{t('video.absences.text')}</p>
      {absences.length === 0 ? (
        <p>{t('video.absences.none')}</p>
      ) : (
        <ul className={styles.absences}>
          {absences.map(absence => (
            <Absence key={absence.id} absence={absence} />
          ))}
        </ul>
      )}
      <Button look="secondary" icon="calendar" onClick={add}>
        {t('video.absences.add')}
      </Button>
    </section>
  )
}

function Absence({ absence }: { absence: AbsenceWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { id, expert_id: expertId, kind, starts_at: starts, ends_at: ends, note } = absence
  const times = `${moment(starts * 1000)} – ${moment(ends * 1000)}`
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('DELETE /studio/video-hours/:expertId/absences/:id', { params: { expertId, id } })
      await refreshHours()
    },
    failed: t('video.hours.failed'),
    hasToast: true,
    onRefused: () => void refreshHours(),
  })
  const remove = async () => {
    const answers = { yes: t('video.absences.remove'), no: t('ui.cancel'), danger: true }
    const title = t(`video.absences.remove.${kind}`)
    if (await confirm({ title, text: times, ...answers })) void run()
  }
  return (
    <li>
      <Badge tone={kind === 'extra' ? 'success' : 'neutral'}>{t(`video.absences.${kind}`)}</Badge>
      <span>{times}</span>
      {note && <span dir="auto">{note}</span>}
      <Button
        look="ghost"
        busy={isBusy}
        aria-label={t('video.absences.remove.of', { times })}
        onClick={() => void remove()}
      >
        {t('video.absences.remove')}
      </Button>
    </li>
  )
}

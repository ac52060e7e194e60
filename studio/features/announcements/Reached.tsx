import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import type { AnnouncementState } from '#shared/features/announcements/rules.ts'
import type { EditedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { useMoments } from '#studio/platform/moments.ts'
import { refreshAnnouncements } from './data.ts'
import { useSaidOf } from './said.ts'

const figures = ['recipients', 'told', 'pushed', 'lettered', 'opened', 'clicked'] as const

type SentState = Exclude<AnnouncementState, 'draft'>

/** Whom an announcement reaches, how far that is, and the end of it. */
export function Reached({ announcement, state }: { announcement: EditedAnnouncementWire; state: SentState }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { starts_at: at, recipients, told, timing } = announcement
  const saidOf = useSaidOf()
  const isLocal = timing.kind === 'local'
  const startsAt = at === null ? '' : moment(at * 1000, 'long')
  return (
    <>
      <p role="status">
        {t(isLocal && state === 'scheduled' ? 'announcements.is.local' : `announcements.is.${state}`, {
          moment: isLocal && timing.on ? `${formatLocalDate(timing.on, t.language)}, ${timing.time}` : startsAt,
        })}
      </p>
      {state === 'sending' && (
        <ProgressBar
          percent={(told * 100) / recipients}
          label={t('announcements.state.sending')}
          valueText={t('announcements.progress', { told, recipients })}
        />
      )}
      {state !== 'scheduled' && (
        <dl className={styles.facts}>
          {figures.map(figure => (
            <div key={figure}>
              <dt>{t(`announcements.figure.${figure}`)}</dt>
              <dd>{announcement[figure]}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.muted}>{saidOf({ ...announcement, texts: {} }).join(' · ')}</p>
      {state !== 'scheduled' && <p className={styles.muted}>{t('announcements.counted')}</p>}
      {(state === 'scheduled' || state === 'sending') && <StopButton id={announcement.id} state={state} />}
    </>
  )
}

function StopButton({ id, state }: { id: number; state: 'scheduled' | 'sending' }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async () => {
      const { data } = await request('DELETE /studio/announcements/:id/sending', { params: { id } })
      await refreshAnnouncements()
      toast(t(`announcements.became.${data.state === 'draft' ? 'draft' : 'stopped'}`), { tone: 'success' })
    },
    failed: t('announcements.stop.failed'),
    hasToast: true,
    onRefused: () => void refreshAnnouncements(),
  })
  const stop = async () => {
    const answers = { yes: t(`announcements.stop.${state}`), no: t('ui.cancel'), danger: true }
    const question = { title: t(`announcements.stop.ask.${state}`), text: t(`announcements.stop.text.${state}`) }
    if (await confirm({ ...question, ...answers })) void run()
  }
  return (
    <Button look="secondary" busy={isBusy} onClick={() => void stop()}>
      {t(`announcements.stop.${state}`)}
    </Button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatDuration, formatLocalDate, formatTime } from '#kit/copy/format.ts'
import { MediaView } from '#kit/features/media/MediaView.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { RecordingWire } from '#shared/features/videocalls/recording-calls.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { sendClips } from './clips.ts'
import { recordingsQuery } from './data.ts'
import styles from './Recordings.module.css'

/** How often to look while a film is not ready, in ms. */
const lookMs = 15_000

interface Props {
  consultationId: number
  timeZone: string
}

const isUnready = ({ film, has_failed: hasFailed }: RecordingWire) => !hasFailed && film?.status !== 'DONE'

/** The recordings of a consultation's call, to be watched by those who may; nothing where there are none. */
export function Recordings({ consultationId, timeZone }: Props) {
  const t = useCopy()
  const titleId = useId()
  const { data, error, isFetching, refetch } = useQuery({
    ...recordingsQuery(consultationId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.recordings.some(isUnready) ? lookMs : false),
  })
  useEffect(() => void sendClips().catch(() => {}), [])
  const begun = data?.recordings.filter(({ started_at: startedAt }) => startedAt !== null) ?? []
  // Staff who are signed in as the learner see none.
  if (error instanceof RequestError && error.status < 500 && error.status > 0) return null
  if (!data && error)
    return (
      <Notice
        live
        tone="warn"
        action={
          <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        }
      >
        {t('videocall.recordings.failed')}
      </Notice>
    )
  if (begun.length === 0) return null
  const until = data?.kept_until
  return (
    <section aria-labelledby={titleId} className={styles.recordings}>
      <h2 id={titleId}>{t('videocall.recordings', { count: begun.length })}</h2>
      <p className={styles.until}>
        {until
          ? t('videocall.recordings.until', { date: formatLocalDate(until, t.language) })
          : t('videocall.recordings.open')}
      </p>
      <ul className={styles.list}>
        {begun.map(recording => (
          <li key={recording.id}>
            <h3>{whenInWords(recording, timeZone, t)}</h3>
            <Film recording={recording} canJoin={data?.can_record !== false} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function whenInWords({ started_at: start, ended_at: end }: RecordingWire, timeZone: string, t: Copy): string {
  const startedAt = msFromSeconds(start ?? 0)
  const day = formatDate(startedAt, t.language, 'day', timeZone)
  const time = formatTime(startedAt, t.language, timeZone)
  const length = end === null ? '' : formatDuration(msFromSeconds(end) - startedAt)
  return [day, time, length].filter(Boolean).join(' · ')
}

function Film({ recording, canJoin }: { recording: RecordingWire; canJoin: boolean }) {
  const t = useCopy()
  const { state, film, sent_ids: sent, has_failed: hasFailed } = recording
  if (film?.status === 'DONE' || (film && canJoin)) return <MediaView file={film} />
  if (hasFailed) return <p>{t(sent.length > 0 ? 'videocall.recordings.unusable' : 'videocall.recordings.nothing')}</p>
  if (state === 'running') return <p>{t('videocall.record.running')}</p>
  if (!canJoin) return <p role="status">{t('videocall.recordings.waiting')}</p>
  return <p role="status">{t('videocall.recordings.parts', { count: sent.length })}</p>
}

import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { usePlayback } from '#kit/features/media/player/playback.ts'
import { PlayerVideo } from '#kit/features/media/player/PlayerVideo.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { AttemptWire } from '#shared/features/homework/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { Verdict } from '../ReviewRow.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import styles from './Desk.module.css'

/** Earlier attempts beside the current one: what was submitted and how it was answered. */
export function AttemptHistory({ attempts }: { attempts: readonly AttemptWire[] }) {
  const t = useCopy()
  return (
    <section className={styles.history} aria-labelledby="desk-history">
      <h2 id="desk-history">{t('desk.history')}</h2>
      {attempts.length === 0 && <p className={styles.muted}>{t('desk.history.none')}</p>}
      <ol>
        {attempts.map(attempt => (
          <li key={attempt.id} className={styles.earlier}>
            <Earlier attempt={attempt} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Earlier({ attempt }: { attempt: AttemptWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { submission, answer } = attempt
  return (
    <article className={styles.attempt}>
      <header>
        <h3>{t('reviews.attempt', { number: attempt.number })}</h3>
        <span className={styles.muted}>{moment(attempt.submitted_at * 1000)}</span>
        {attempt.is_replaced && <Badge>{t('desk.replaced')}</Badge>}
        {attempt.verdict && <Verdict verdict={attempt.verdict} />}
      </header>
      {submission.message && (
        <p className={styles.said} dir="auto">
          {submission.message}
        </p>
      )}
      {submission.files.map(file =>
        mediaTypeFromCode(file.type) === 'video' && file.status === 'DONE' ? (
          <EarlierVideo key={file.id} attempt={attempt} file={file} />
        ) : (
          <a key={file.id} href={file.url ?? undefined} target="_blank" rel="noopener noreferrer">
            {file.urls ? <img src={file.urls.small} alt={file.name} /> : file.name}
          </a>
        ),
      )}
      {answer?.message && (
        <blockquote className={styles.quote} dir="auto">
          {answer.message}
        </blockquote>
      )}
    </article>
  )
}

type VideoProps = { attempt: AttemptWire; file: AttemptWire['submission']['files'][number] }

/** A video of an earlier attempt; pressing a comment's time plays it from there. */
function EarlierVideo({ attempt, file }: VideoProps) {
  const t = useCopy()
  const url = file.mp4 ?? file.url ?? ''
  const playback = usePlayback({ key: url, addresses: { url }, duration: file.duration * 1000, isEager: true })
  const comments = attempt.answer?.comments.filter(({ file_id }) => file_id === file.id) ?? []
  const jump = (seconds: number) => {
    playback.seek(seconds)
    playback.video?.play().catch(() => {})
  }
  return (
    <>
      <PlayerVideo
        playback={playback}
        poster={file.preview ?? undefined}
        preload="none"
        controls
        aria-label={file.name}
      />
      <ul>
        {comments.map(({ seconds, message }) => (
          <li key={`${seconds} ${message}`} className={styles.remark}>
            <button
              type="button"
              aria-label={t('desk.comment.jump', { time: formatDuration(seconds * 1000) })}
              onClick={() => jump(seconds)}
            >
              {formatDuration(seconds * 1000)}
            </button>
            <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

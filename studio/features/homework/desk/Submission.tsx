import { useMemo } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FullscreenButton, PlayButton } from '#kit/features/media/player/Controls.tsx'
import { useFullscreen } from '#kit/features/media/player/device.ts'
import { useRate } from '#kit/features/media/player/media-state.ts'
import { usePlayback } from '#kit/features/media/player/playback.ts'
import { PlayerVideo } from '#kit/features/media/player/PlayerVideo.tsx'
import { Clock, TimeSlider } from '#kit/features/media/player/Sliders.tsx'
import { JudgedCriteria } from '#kit/features/homework/JudgedCriteria.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { AttemptWire } from '#shared/features/homework/contract.ts'
import { attemptFromWire } from '#shared/features/homework/forms.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import type { DraftComment } from './review-draft.ts'
import styles from './Submission.module.css'
import { formatDuration } from '#kit/copy/format.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Verdict } from '../ReviewRow.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import desk from './Desk.module.css'

type Props = {
  attempt: AttemptWire
  player: DeskPlayer
  /** The file being shown. */
  shown: MediaFileWire | undefined
  onShow: (file: MediaFileWire) => void
  comments: readonly DraftComment[]
}

/** What was submitted: text, chosen exercise, and one file at a time. */
export function Submission({ attempt, player, shown, onShow, comments }: Props) {
  const t = useCopy()
  const { submission, exercise } = attempt
  return (
    <div className={styles.submission}>
      {shown && <FileView key={shown.id} file={shown} player={player} comments={comments} />}
      {submission.files.length > 1 && (
        <ul className={styles.files} aria-label={t('desk.files')}>
          {submission.files.map((file, index) => (
            <li key={file.id}>
              <button type="button" aria-pressed={file.id === shown?.id} onClick={() => onShow(file)}>
                {index + 1}. <bdi>{file.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {exercise && <p className={styles.exercise}>{t('desk.exercise', { title: exercise.title })}</p>}
      {submission.message && (
        <p className={styles.words} dir="auto">
          {submission.message}
        </p>
      )}
    </div>
  )
}

function FileView({ file, player, comments }: { file: MediaFileWire } & Pick<Props, 'player' | 'comments'>) {
  const t = useCopy()
  const type = mediaTypeFromCode(file.type)
  if (file.status !== 'DONE')
    return (
      <p className={styles.unready} role="status">
        <Icon name={file.status === 'FAIL' ? 'alert' : 'clock'} />
        {t(file.status === 'FAIL' ? 'desk.file.failed' : 'desk.file.converting', { percent: file.progress / 100 })}
      </p>
    )
  if (type === 'video')
    return <DeskVideo file={file} player={player} comments={comments.filter(({ fileId }) => fileId === file.id)} />
  if (type === 'image')
    return (
      <a href={file.urls?.large ?? file.url ?? undefined} target="_blank" rel="noopener noreferrer">
        <img className={styles.picture} src={file.urls?.large ?? file.url ?? undefined} alt={file.name} />
      </a>
    )
  return (
    <a href={file.url ?? undefined} target="_blank" rel="noopener noreferrer">
      {file.name}
    </a>
  )
}

const speeds = [0.25, 0.5, 1, 1.5, 2] as const
/** The length of a frame of most phones' videos, in seconds. */
const frame = 1 / 30

type DeskPlayer = ReturnType<typeof useDeskPlayer>

/** The player of a submission's video, with the commands that only a reviewer needs. */
export function useDeskPlayer(file: MediaFileWire | undefined) {
  const addresses = useMemo(() => ({ url: file?.mp4 ?? file?.url ?? undefined }), [file])
  const duration = (file?.duration ?? 0) * 1000
  const playback = usePlayback({ key: String(file?.id ?? ''), addresses, duration, isEager: true })
  const { video, pause, skip } = playback
  return {
    ...playback,
    /** Seconds. */
    now: () => video?.currentTime ?? 0,
    step(frames: number) {
      pause()
      skip(frames * frame)
    },
    setSpeed(rate: number) {
      if (video) video.playbackRate = rate
    },
  }
}

type VideoProps = { file: MediaFileWire; player: DeskPlayer; comments: readonly DraftComment[] }

/** A learner's video, with the comments marked on its time line. */
function DeskVideo({ file, player, comments }: VideoProps) {
  const t = useCopy()
  return (
    <div className={styles.player}>
      <PlayerVideo
        playback={player}
        className={styles.video}
        poster={file.preview ?? undefined}
        preload="auto"
        aria-label={file.name}
        onClick={player.toggle}
      />
      {player.problem ? (
        <Notice tone="danger">{t('desk.video.failed')}</Notice>
      ) : (
        <Controls player={player} comments={comments} />
      )}
    </div>
  )
}

function Controls({ player, comments }: Pick<VideoProps, 'player' | 'comments'>) {
  const t = useCopy()
  const fullscreen = useFullscreen(player.video, player.video)
  return (
    <div className={styles.controls}>
      <PlayButton playback={player} look="below" />
      <TimeSlider playback={player} look="below" marks={comments} />
      <Clock playback={player} look="below" />
      <Picker
        label={t('media.speed')}
        value={useRate(player.video)}
        options={speeds.map(rate => ({ id: rate, label: `${rate}×` }))}
        onChoose={rate => player.setSpeed(rate ?? 1)}
      />
      <FullscreenButton fullscreen={fullscreen} look="below" />
    </div>
  )
}

/** Earlier attempts beside the current one: what was submitted and how it was answered. */
export function AttemptHistory({ attempts }: { attempts: readonly AttemptWire[] }) {
  const t = useCopy()
  return (
    <section className={desk.history} aria-labelledby="desk-history">
      <h2 id="desk-history">{t('desk.history')}</h2>
      {attempts.length === 0 && <p className={desk.muted}>{t('desk.history.none')}</p>}
      <ol>
        {attempts.map(attempt => (
          <li key={attempt.id} className={desk.earlier}>
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
    <article className={desk.attempt}>
      <header>
        <h3>{t('reviews.attempt', { number: attempt.number })}</h3>
        <span className={desk.muted}>{moment(attempt.submitted_at * 1000)}</span>
        {attempt.is_replaced && <Badge>{t('desk.replaced')}</Badge>}
        {attempt.verdict && <Verdict verdict={attempt.verdict} />}
      </header>
      {submission.message && (
        <p className={desk.said} dir="auto">
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
      <JudgedCriteria criteria={attemptFromWire(attempt).criteria} />
      {answer?.message && (
        <blockquote className={desk.quote} dir="auto">
          {answer.message}
        </blockquote>
      )}
    </article>
  )
}

type EarlierVideoProps = { attempt: AttemptWire; file: AttemptWire['submission']['files'][number] }

/** A video of an earlier attempt; pressing a comment's time plays it from there. */
function EarlierVideo({ attempt, file }: EarlierVideoProps) {
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
          <li key={`${seconds} ${message}`} className={desk.remark}>
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

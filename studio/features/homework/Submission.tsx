import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { AttemptWire } from '#shared/features/homework/contract.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { DeskVideo } from './DeskVideo.tsx'
import type { DraftComment } from './review-draft.ts'
import styles from './Submission.module.css'
import type { DeskPlayer } from './use-desk-player.ts'

type Props = {
  attempt: AttemptWire
  player: DeskPlayer
  /** Which of the files is shown. */
  shown: MediaFileWire | undefined
  onShow: (file: MediaFileWire) => void
  comments: readonly DraftComment[]
}

/** What was handed in: the words, the chosen exercise, and one file at a time. */
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

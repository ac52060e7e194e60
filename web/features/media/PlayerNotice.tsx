import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { PlayerIcon } from './PlayerIcon.tsx'
import styles from './PlayerNotice.module.css'
import type { PlaybackProblem } from './use-playback.ts'

/** Says why the video does not play; the day around it stays usable. */
export function PlayerNotice({ problem, onRetry }: { problem: PlaybackProblem; onRetry: () => void }) {
  const t = useCopy()
  const isOffline = problem === 'offline'
  return (
    <div className={styles.notice} role="alert">
      <PlayerIcon name={isOffline ? 'offline' : 'alert'} />
      <p className={styles.title}>{t(isOffline ? 'media.offline' : 'media.error')}</p>
      <p className={styles.hint}>{t(isOffline ? 'media.offline.hint' : 'media.error.hint')}</p>
      <Button look="secondary" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}

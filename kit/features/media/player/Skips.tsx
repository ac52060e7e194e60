import { useCopy } from '#kit/copy/copy.tsx'
import { ControlButton, PlayerIcon } from './ControlButton.tsx'
import type { Playback } from './playback.ts'
import { skipSeconds } from './shortcuts.ts'
import styles from './Skips.module.css'
import type { Skipped } from './taps.ts'

/** Ten seconds back and on, on either side of the middle of the picture, and the mark that flashes where two touches skipped. */
export function Skips({ skip, skipped }: Pick<Playback, 'skip'> & { skipped: Skipped | undefined }) {
  const t = useCopy()
  return (
    <>
      {skipped && (
        <span key={skipped.count} className={styles.skipped} data-side={skipped.side} aria-hidden>
          <PlayerIcon name={skipped.side === 'on' ? 'onward' : 'back'} />
        </span>
      )}
      <div className={styles.skips}>
        <ControlButton icon="back" label={t('media.skip.back')} onClick={() => skip(-skipSeconds)} />
        <ControlButton icon="onward" label={t('media.skip.on')} onClick={() => skip(skipSeconds)} />
      </div>
    </>
  )
}

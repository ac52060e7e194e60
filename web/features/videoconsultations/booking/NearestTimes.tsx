import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { msFromSeconds } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { momentInWords } from '../time-words.ts'
import styles from './Booking.module.css'

type Props = { times: readonly number[]; isBusy: boolean; onChoose: (startsAt: number) => void }

/** The free times (seconds) nearest to one that cannot be had. */
export function NearestTimes({ times, isBusy, onChoose }: Props) {
  const t = useCopy()
  const timeZone = useUser()?.timezone ?? 'UTC'
  if (times.length === 0) return <Notice>{t('video.times.none')}</Notice>
  return (
    <div role="group" aria-labelledby="nearest" className={styles.part}>
      <p id="nearest">{t('video.times.nearest')}</p>
      <div className={styles.times}>
        {times.map(at => (
          <Button key={at} look="secondary" busy={isBusy} onClick={() => onChoose(at)}>
            {momentInWords(msFromSeconds(at), timeZone, t)}
          </Button>
        ))}
      </div>
    </div>
  )
}

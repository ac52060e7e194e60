import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { msFromSeconds } from '#shared/platform/times.ts'
import { useToday } from '#web/features/streams/data.ts'
import { type TimesFor, useFreeTimes } from '../data.ts'
import { momentInWords } from '../time-words.ts'
import styles from './Booking.module.css'
import { nearestSlots } from './slots.ts'

type Props = { asked: TimesFor; wished: number; isBusy: boolean; onChoose: (startsAt: number) => void }

/** The free times nearest to one that somebody else has taken. */
export function NearestTimes({ asked, wished, isBusy, onChoose }: Props) {
  const t = useCopy()
  const { data } = useFreeTimes(asked, useToday())
  if (!data) return null
  const nearest = nearestSlots(data.slots, wished)
  if (nearest.length === 0) return <Notice>{t('video.times.none')}</Notice>
  return (
    <div role="group" aria-labelledby="nearest" className={styles.part}>
      <p id="nearest">{t('video.times.nearest')}</p>
      <div className={styles.times}>
        {nearest.map(({ start_date_time: at }) => (
          <Button key={at} look="secondary" busy={isBusy} onClick={() => onChoose(at)}>
            {momentInWords(msFromSeconds(at), data.timeZone, t)}
          </Button>
        ))}
      </div>
    </div>
  )
}

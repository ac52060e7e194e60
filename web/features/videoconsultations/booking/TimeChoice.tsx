import { useState, useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { type LocalDate, msFromSeconds } from '#shared/platform/times.ts'
import { useToday } from '#web/features/streams/data.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { type TimesFor, useFreeTimes } from '../data.ts'
import { dayInWords, zoneInWords } from '../time-words.ts'
import styles from './Booking.module.css'
import { MonthGrid } from './MonthGrid.tsx'
import { type Slot, slotsByDate } from './slots.ts'

const wide = '(min-width: 51.75em)'

function subscribeWide(listener: () => void) {
  const list = matchMedia(wide)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

const useIsWide = () => useSyncExternalStore(subscribeWide, () => matchMedia(wide).matches)

type Props = {
  asked: TimesFor
  /** The time that is being asked for (seconds). */
  busyAt?: number | undefined
  /** The time that is chosen (seconds), where choosing is not asking for it yet. */
  chosen?: number | undefined
  onChoose: (startsAt: number) => void
}

/** The free times by day in the learner's time zone: a month beside the times of a day, on a phone a list of days. */
export function TimeChoice({ asked, ...rest }: Props) {
  const t = useCopy()
  const today = useToday()
  const isWide = useIsWide()
  const { data, error, isFetching, refetch, fetchNextPage } = useFreeTimes(asked, today)
  if (!data && error)
    return (
      <LoadFailure
        title={t('video.times.error')}
        offlineText={t('video.book.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div aria-busy className={styles.part}>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        <Skeleton shape="box" height="18rem" />
      </div>
    )
  const dates = slotsByDate(data.slots, data.timeZone)
  const more = data.next === undefined ? undefined : () => void fetchNextPage()
  const shown = { ...rest, dates, timeZone: data.timeZone, isFetching, more }
  const first = data.slots[0]?.start_date_time
  if (first === undefined && !more)
    return <EmptyState icon="calendar" title={t('video.times.none')} text={t('video.times.none.text')} />
  return (
    <>
      <p className={styles.muted}>
        {t('video.zone', { zone: zoneInWords(data.timeZone, msFromSeconds(first ?? 0), t) })}
      </p>
      {isWide ? <Month {...shown} today={today} loadedTo={data.next ?? data.until} /> : <Days {...shown} />}
    </>
  )
}

type Shown = Omit<Props, 'asked'> & {
  dates: ReadonlyMap<LocalDate, Slot[]>
  timeZone: string
  isFetching: boolean
  /** Loads later days; undefined when there are none. */
  more: (() => void) | undefined
}

function Month({ today, loadedTo, ...shown }: Shown & { today: LocalDate; loadedTo: LocalDate }) {
  const t = useCopy()
  const { dates, more } = shown
  const [chosen, setChosen] = useState<LocalDate>()
  const [first = today] = dates.keys()
  const date = chosen !== undefined && dates.has(chosen) ? chosen : first
  return (
    <div className={styles.month}>
      <MonthGrid
        selected={date}
        first={today}
        last={loadedTo}
        countOf={one => dates.get(one)?.length ?? 0}
        onSelect={setChosen}
        onBeyond={more}
      />
      <div className={styles.part}>
        <h3 aria-live="polite">{dayInWords(date, t)}</h3>
        <Times {...shown} slots={dates.get(date) ?? []} />
      </div>
    </div>
  )
}

const daysAtFirst = 5

function Days(shown: Shown) {
  const t = useCopy()
  const [count, setCount] = useState(daysAtFirst)
  const { dates, more, isFetching } = shown
  const handleMore = () => {
    if (count + daysAtFirst > dates.size) more?.()
    setCount(count + daysAtFirst)
  }
  return (
    <>
      <ol className={styles.days}>
        {[...dates].slice(0, count).map(([date, slots]) => (
          <li key={date} className={styles.day}>
            <h3>{dayInWords(date, t)}</h3>
            <Times {...shown} slots={slots} />
          </li>
        ))}
      </ol>
      {(count < dates.size || more) && (
        <Button look="secondary" busy={isFetching} onClick={handleMore}>
          {t('video.times.more')}
        </Button>
      )}
    </>
  )
}

function Times({ slots, timeZone, busyAt, chosen, onChoose }: Shown & { slots: readonly Slot[] }) {
  const t = useCopy()
  if (slots.length === 0) return <p className={styles.muted}>{t('video.times.noneOfDay')}</p>
  return (
    <ul className={styles.times}>
      {slots.map(({ start_date_time: at }) => (
        <li key={at}>
          <Button
            look={at === chosen ? 'primary' : 'secondary'}
            aria-pressed={chosen === undefined ? undefined : at === chosen}
            busy={at === busyAt}
            onClick={() => busyAt === undefined && onChoose(at)}
          >
            {formatTime(msFromSeconds(at), t.language, timeZone)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

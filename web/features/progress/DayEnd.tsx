import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { FinishPicture } from '#kit/ui/pictures/FinishPicture.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'
import { useToday } from '#web/features/streams/data.ts'
import { lockWords } from '#web/features/streams/stream-words.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './DayEnd.module.css'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** How the learner's week goes with the day that has just been finished. */
    weekAtDayEnd: object
  }
}

/** How long points take to count up, in ms. */
const countingMs = 1000

/** Counts from nothing to `total`, ever slower; at once where motion is reduced. */
function useCountUp(total: number): number {
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (isStill) return
    const begun = performance.now()
    let frame = requestAnimationFrame(function count(now) {
      const share = Math.min(1, Math.max(0, now - begun) / countingMs)
      setShown(Math.round(total * (1 - (1 - share) ** 3)))
      if (share < 1) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [total, isStill])
  return isStill ? total : shown
}

function Points({ gained }: { gained: number }) {
  const t = useCopy()
  const shown = useCountUp(gained)
  return (
    <p className={styles.points}>
      <Icon name="star" />
      <span aria-hidden>{t('progress.finished.points', { count: shown })}</span>
      <VisuallyHidden>{t('progress.finished.points', { count: gained })}</VisuallyHidden>
    </p>
  )
}

interface Props {
  streamId: number
  day: Day
  next: Day | undefined
  status: StreamStatusRecord
  gained: number
  onClose: () => void
}

/** What comes after the day: the next one, and when it opens; after the last one, that the course is done. */
function Tomorrow({ next, status }: Pick<Props, 'next' | 'status'>) {
  const t = useCopy()
  const today = useToday()
  if (!next) return <p className={styles.text}>{t('progress.finished.course')}</p>
  const state = status.days.get(next.id)
  return (
    <section className={styles.tomorrow} aria-labelledby="after-day">
      <h3 id="after-day">
        {next.dayOfRest ? t('progress.next.rest') : t('progress.next', { number: next.dayNumber })}
      </h3>
      <p className={styles.title}>{next.title}</p>
      {state && <p className={styles.opens}>{state.isLocked ? lockWords(t, state, today) : t('streams.day.open')}</p>}
    </section>
  )
}

type Way = { icon: IconName; text: string; href: string }

/** What there is to do next, the nearest first: homework of the day, the next day if it is open, a reminder, the calendar. */
function useWays({ streamId, day, next, status }: Props): Way[] {
  const t = useCopy()
  const known = new Map(status.homeworks.map(homework => [homework.target_id, homework]))
  const waits = (id: number) => {
    const homework = known.get(id)
    return !homework?.is_locked && (homework?.status ?? 'NOT_UPLOADED') !== 'UPLOADED' && homework?.status !== 'DONE'
  }
  const homework = day.dayHomeworks
    .filter(({ id }) => waits(id))
    .map(({ homeworkId }): Way => {
      return { icon: 'homework', text: t('progress.end.homework'), href: pathTo('homework', { streamId, homeworkId }) }
    })
  const isNextOpen = next && !next.dayOfRest && status.days.get(next.id)?.isLocked === false
  const dayNumber = next?.dayNumber ?? 0
  const goOn: Way = {
    icon: 'play',
    text: t('progress.end.next', { number: dayNumber }),
    href: pathTo('day', { streamId, dayNumber }),
  }
  return [
    ...homework.slice(0, 1),
    ...(isNextOpen ? [goOn] : []),
    { icon: 'bell', text: t('progress.end.reminder'), href: pathTo('settingsReminderNew') },
    { icon: 'calendar', text: t('progress.calendar'), href: pathTo('calendar', { streamId }) },
  ]
}

/** The end of a day, over the whole screen: the points, the week, what tomorrow brings and what to do next. */
export function DayEnd(props: Props) {
  const t = useCopy()
  const { next, status, gained, onClose } = props
  const ways = useWays(props)
  return (
    <Dialog
      title={t('progress.finished.title')}
      size="screen"
      onClose={onClose}
      footer={
        <Button data-autofocus onClick={onClose}>
          {t('progress.end.close')}
        </Button>
      }
    >
      <div className={styles.end}>
        <div className={styles.part}>
          <FinishPicture />
          {gained > 0 && <Points gained={gained} />}
          <Tomorrow next={next} status={status} />
        </div>
        <div className={styles.part}>
          <Slot name="weekAtDayEnd" />
          <ul className={styles.ways}>
            {ways.map(({ icon, text, href }) => (
              <li key={text}>
                <Link href={href} className={styles.way} onClick={onClose}>
                  <Icon name={icon} />
                  <span>{text}</span>
                  <Icon name="chevron-right" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  )
}

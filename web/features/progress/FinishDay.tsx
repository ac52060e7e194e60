import { useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Card } from '#kit/ui/Card.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import type { useDayMarks } from './data.ts'
import { pointsOf } from './day-content.ts'
import styles from './FinishDay.module.css'

interface Props {
  day: Day
  isFinished: boolean
  /** Whether no day follows. */
  isLast: boolean
  marks: ReturnType<typeof useDayMarks>
}

function Finished({ day, isLast, gained }: { day: Day; isLast: boolean; gained: number | undefined }) {
  const t = useCopy()
  const panel = useRef<HTMLElement>(null)
  const isNew = gained !== undefined
  useEffect(() => {
    // The finish button is gone, so what it brought takes the focus and is read out.
    if (isNew) panel.current?.focus()
  }, [isNew])
  return (
    <section ref={panel} tabIndex={-1} className={styles.finished} aria-labelledby="finished" data-new={isNew}>
      <span className={styles.seal}>
        <Icon name="check" />
      </span>
      <h2 id="finished">{t(isNew ? 'progress.finished.title' : 'progress.finished.before')}</h2>
      {gained ? (
        <p className={styles.points}>
          <Icon name="star" />
          {t('progress.finished.points', { count: gained })}
        </p>
      ) : null}
      <p className={styles.text}>
        {isLast ? t('progress.finished.course') : t('progress.finished.text', { number: day.dayNumber })}
      </p>
    </section>
  )
}

/** The end of a day: the button that finishes it, then a quiet celebration with the points it brought. */
export function FinishDay({ day, isFinished, isLast, marks }: Props) {
  const t = useCopy()
  if (isFinished) return <Finished day={day} isLast={isLast} gained={marks.gained} />
  return (
    <Card as="section" tone="accent" className={styles.finish} aria-labelledby="finish">
      <div>
        <h2 id="finish">{t('progress.finish.title')}</h2>
        <p className={styles.text}>{t('progress.finish.text', { points: pointsOf(day) })}</p>
      </div>
      <Button icon="check" busy={marks.busy === 'finished'} onClick={() => void marks.finish()}>
        {t('progress.finish')}
      </Button>
    </Card>
  )
}

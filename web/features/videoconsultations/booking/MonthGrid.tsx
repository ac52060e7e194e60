import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import type { LocalDate } from '#shared/platform/times.ts'
import { dayInWords } from '../time-words.ts'
import styles from './MonthGrid.module.css'
import { dateByKey, monthAfter, monthOf, weeksOf } from './slots.ts'

type Props = {
  selected: LocalDate
  first: LocalDate
  /** The last date that is known. */
  last: LocalDate
  countOf: (date: LocalDate) => number
  onSelect: (date: LocalDate) => void
  /** Asks for dates after the last known one; undefined when there are none. */
  onBeyond: (() => void) | undefined
}

/** A month whose days with something free can be chosen. One tab stop; arrows, Home, End and the page keys move. */
export function MonthGrid({ selected, first, last, countOf, onSelect, onBeyond }: Props) {
  const t = useCopy()
  const id = useId()
  const [reached, setReached] = useState(selected)
  const [month, setMonth] = useState(monthOf(selected))
  const grid = useRef<HTMLTableElement>(null)
  const isMoving = useRef(false)
  useEffect(() => {
    if (isMoving.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoving.current = false
  }, [reached])
  const show = (next: LocalDate) => {
    setMonth(next)
    if (monthAfter(next, 1) > last) onBeyond?.()
  }
  const handleKey = (event: KeyboardEvent) => {
    const next = dateByKey(reached, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (next < first || (next > last && !onBeyond)) return
    isMoving.current = true
    setReached(next)
    if (monthOf(next) !== month) show(monthOf(next))
  }
  const choose = (date: LocalDate) => {
    setReached(date)
    if (countOf(date) > 0) onSelect(date)
  }
  const weeks = weeksOf(month)
  const stop = monthOf(reached) === month ? reached : month
  return (
    <div>
      <div className={styles.head}>
        <IconButton
          icon="chevron-left"
          label={t('video.month.before')}
          disabled={month <= monthOf(first)}
          onClick={() => show(monthAfter(month, -1))}
        />
        <h3 id={id} aria-live="polite">
          {formatLocalDate(month, t.language, 'month')}
        </h3>
        <IconButton
          icon="chevron-right"
          label={t('video.month.after')}
          disabled={monthAfter(month, 1) > last && !onBeyond}
          onClick={() => show(monthAfter(month, 1))}
        />
      </div>
      <table ref={grid} aria-labelledby={id} className={styles.grid}>
        <thead>
          <tr>
            {(weeksOf('2027-02-01')[0] ?? []).map(date => (
              <th key={date} scope="col">
                {date && formatLocalDate(date, t.language, 'weekday')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>
              {week.map((date, day) => (
                <td key={day}>
                  {date && (
                    <button
                      type="button"
                      tabIndex={date === stop ? 0 : -1}
                      aria-pressed={date === selected}
                      aria-disabled={countOf(date) === 0 || undefined}
                      aria-label={t('video.month.day', { day: dayInWords(date, t), count: countOf(date) })}
                      className={styles.day}
                      onClick={() => choose(date)}
                      onKeyDown={handleKey}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

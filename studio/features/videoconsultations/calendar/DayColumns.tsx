import type { CSSProperties, KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { useNow } from '#kit/ui/clock.ts'
import { useScrollable } from '#kit/ui/use-scrollable.ts'
import { mayStep } from '#shared/features/videoconsultations/states.ts'
import { zoneClock } from '#shared/features/videoconsultations/zone-clock.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { useMoveDialog } from '../consultation/MoveDialog.tsx'
import { useCalendarPlace, useCalendarQuery } from '../place.ts'
import { StateBadge } from '../StateBadge.tsx'
import styles from './Calendar.module.css'
import { useDrag } from './use-drag.ts'
import { clockText, type Column, hoursShown, type Piece, type Placed } from './columns.ts'

type At = CSSProperties & Record<`--${string}`, number>

const placeOf = ({ from, until }: Piece, hours: Piece): At => ({
  '--from': (from - hours.from) / 60,
  '--length': (until - from) / 60,
})

/**
 * The calendar: a list under a heading for each day, or for each expert of a day; on a wide screen each list is drawn on a scale of
 * hours. Arrows go from one consultation to the next.
 */
export function DayColumns({ columns, label }: { columns: readonly Column[]; label: string }) {
  const grid = useScrollable<HTMLDivElement>()
  const hours = hoursShown(columns)
  const marks = Array.from({ length: (hours.until - hours.from) / 60 }, (_, hour) => hours.from + hour * 60)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (grid.current && focusNext(grid.current, event.key)) event.preventDefault()
  }
  const size: At = { '--hours': marks.length, '--columns': columns.length }
  return (
    <div ref={grid} className={styles.scroll} role="group" aria-label={label} onKeyDown={handleKeyDown}>
      <div className={styles.grid} style={size} data-grid>
        <div className={styles.scale} aria-hidden>
          {marks.map(minute => (
            <span key={minute}>{clockText(minute)}</span>
          ))}
        </div>
        {columns.map(column => (
          <DayColumn key={`${column.date} ${column.expert?.id}`} column={column} hours={hours} />
        ))}
      </div>
    </div>
  )
}

function DayColumn({ column, hours }: { column: Column; hours: Piece }) {
  const t = useCopy()
  const { view, today } = useCalendarPlace()
  const { date, expert, open, away, busy, entries } = column
  const title = view === 'day' && expert ? expert.name : formatLocalDate(date, t.language, 'day')
  return (
    <section
      className={styles.column}
      aria-label={title}
      data-column={date}
      data-expert={view === 'day' ? expert?.id : undefined}
      data-today={(view === 'week' && date === today) || undefined}
    >
      <header>
        <h3 dir="auto">{title}</h3>
        {expert && <Hours open={open} away={away} busy={busy} />}
      </header>
      <div className={styles.body} data-hours={(hours.until - hours.from) / 60}>
        {[open, away, busy].map((pieces, kind) =>
          pieces.map(piece => (
            <span
              key={`${kind} ${piece.from}`}
              aria-hidden
              className={styles.band}
              data-kind={['open', 'away', 'busy'][kind]}
              style={placeOf(piece, hours)}
            />
          )),
        )}
        {entries.length === 0 ? (
          <p className={styles.free}>{t('video.day.free')}</p>
        ) : (
          <ol className={styles.entries}>
            {entries.map(placed => (
              <Entry key={placed.entry.id} placed={placed} hours={hours} hasExpert={!expert} />
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

/** When an expert works that day, is away, and is busy elsewhere, in words. */
function Hours({ open, away, busy }: Pick<Column, 'open' | 'away' | 'busy'>) {
  const t = useCopy()
  const said = (pieces: readonly Piece[]) =>
    pieces.map(({ from, until }) => `${clockText(from)}–${clockText(until)}`).join(', ')
  const told = [
    open.length > 0 ? said(open) : t('video.day.closed'),
    away.length > 0 && t('video.day.away', { times: said(away) }),
    busy.length > 0 && t('video.day.busy', { times: said(busy) }),
  ]
  return <p className={styles.hours}>{told.filter(Boolean).join(' · ')}</p>
}

function Entry({ placed, hours, hasExpert }: { placed: Placed; hours: Piece; hasExpert: boolean }) {
  const { time } = useMoments()
  const query = useCalendarQuery()
  const { entry, lane, lanes } = placed
  const drag = useMoveByDrag(placed)
  const style: At = { ...placeOf(placed, hours), '--lane': lane, '--lanes': lanes }
  return (
    <li className={styles.entry} style={style} {...drag}>
      <Link
        href={pathTo('videoConsultation', { consultationId: entry.id }, query)}
        data-status={entry.status}
        draggable={false}
      >
        <span className={styles.times}>
          {time(entry.start_date_time * 1000)}–{time(entry.end_date_time * 1000)}
        </span>{' '}
        <strong dir="auto">{entry.learner.name}</strong>{' '}
        <span className={styles.what} dir="auto">
          {[entry.kind.title, hasExpert && entry.expert?.name].filter(Boolean).join(' · ')}
        </span>{' '}
        <StateBadge consultation={entry} />
      </Link>
    </li>
  )
}

/** Dragging opens the same dialog as its button, with the time at which it was dropped: the learner is asked there. */
function useMoveByDrag({ entry, from }: Placed) {
  const { timezone } = useUser()
  const now = useNow(60_000)
  const openMove = useMoveDialog()
  const startsAt = entry.start_date_time * 1000
  const isMovable =
    entry.is_managed && mayStep('move', entry.status, { startsAt, now }) && entry.request?.asked_by !== 'staff'
  return useDrag(from, isMovable, ({ date, minute, expertId }) => {
    const at = zoneClock(timezone).startAt(date, minute)
    if (at === undefined || (at === startsAt && (expertId ?? entry.expert?.id) === entry.expert?.id)) return
    openMove(entry, { startsAt: at, ...(expertId !== undefined && { expertId }) })
  })
}

/** Up and down within a day, left and right to the nearest day that has any. */
function focusNext(grid: HTMLElement, key: string): boolean {
  const days = [...grid.querySelectorAll('[data-column]')]
    .map(day => [...day.querySelectorAll<HTMLElement>('a')])
    .filter(links => links.length > 0)
  const at = days.findIndex(links => links.some(link => link === document.activeElement))
  const links = days[at]
  if (!links) return false
  const place = links.findIndex(link => link === document.activeElement)
  const beside = (step: number) => days[at + step]?.[Math.min(place, (days[at + step]?.length ?? 1) - 1)]
  const next = {
    ArrowDown: links[place + 1],
    ArrowUp: links[place - 1],
    ArrowRight: beside(1),
    ArrowLeft: beside(-1),
  }[key]
  next?.focus()
  return next !== undefined
}

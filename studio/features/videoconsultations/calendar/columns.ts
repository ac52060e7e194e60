import { addDays, type LocalDate, msFromDate, msFromSeconds, offsetAt, startOfDay } from '#shared/platform/times.ts'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import type { CalendarWire } from '../data.ts'
import type { CalendarView } from '../place.ts'

/** A part of a day, in minutes of the clocks there. */
export type Piece = { from: number; until: number }

/** A consultation in a column: those that overlap share its width, as `lanes`. */
export type Placed = Piece & { entry: StaffConsultationWire; lane: number; lanes: number }

type ExpertDays = CalendarWire['experts'][number]

/** A day of the calendar, or of one expert in it; `expert` is undefined where several are together. */
export type Column = {
  date: LocalDate
  expert: ExpertDays['expert'] | undefined
  open: Piece[]
  away: Piece[]
  busy: Piece[]
  entries: Placed[]
}

const dayMinutes = 1440
const shortest = 15

/** The part of a date that lies between two instants (Unix seconds), on the clocks of a zone. */
function pieceOn(date: LocalDate, starts: number, ends: number, zone: string): Piece | undefined {
  const [from, until] = [msFromSeconds(starts), msFromSeconds(ends)]
  const [dayStart, dayEnd] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)]
  if (until <= dayStart || from >= dayEnd) return undefined
  const minuteAt = (at: number) => Math.round((at + offsetAt(at, zone) - msFromDate(date)) / 60_000)
  const first = from <= dayStart ? 0 : minuteAt(from)
  const last = until >= dayEnd ? dayMinutes : minuteAt(until)
  // Where clocks go back, an end may show an earlier time than its beginning.
  return { from: first, until: Math.min(dayMinutes, Math.max(last, first + shortest)) }
}

/** Puts what overlaps side by side, each in the first lane that is free. */
export function inLanes<Item extends Piece>(items: readonly Item[]): (Item & { lane: number; lanes: number })[] {
  const placed: (Item & { lane: number; lanes: number })[] = []
  let group: (Item & { lane: number; lanes: number })[] = []
  let ends: number[] = []
  for (const item of [...items].sort((a, b) => a.from - b.from || a.until - b.until)) {
    if (ends.every(end => end <= item.from)) [group, ends] = [[], []]
    const free = ends.findIndex(end => end <= item.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = item.until
    const one = { ...item, lane, lanes: 1 }
    group.push(one)
    placed.push(one)
    for (const each of group) each.lanes = ends.length
  }
  return placed
}

const takesPlace = ({ status }: StaffConsultationWire) => status !== 'declined' && status !== 'cancelled'

function columnOf(date: LocalDate, experts: readonly ExpertDays[], zone: string): Column {
  const [only, ...others] = experts
  const alone = others.length === 0 ? only : undefined
  const spans = (all: readonly { starts_at: number; ends_at: number }[]) =>
    all.flatMap(({ starts_at: from, ends_at: until }) => pieceOn(date, from, until, zone) ?? [])
  const entries = experts.flatMap(({ consultations }) =>
    consultations.filter(takesPlace).flatMap(entry => {
      const piece = pieceOn(date, entry.start_date_time, entry.end_date_time, zone)
      return piece ? [{ ...piece, entry }] : []
    }),
  )
  return {
    date,
    expert: alone?.expert,
    open: spans(alone?.open ?? []),
    away: spans(alone?.absences.filter(({ kind }) => kind === 'absence') ?? []),
    busy: spans(alone?.busy ?? []),
    entries: inLanes(entries),
  }
}

const isInUse = ({ open, away, busy, entries }: Column) => open.length + away.length + busy.length + entries.length > 0

/** The columns of the calendar: the days of a week, or on one day the experts who have anything to do. */
export function columnsOf(
  { experts }: Pick<CalendarWire, 'experts'>,
  { view, from, zone }: { view: CalendarView; from: LocalDate; zone: string },
): Column[] {
  if (view === 'day') return experts.map(one => columnOf(from, [one], zone)).filter(isInUse)
  return Array.from({ length: 7 }, (_, day) => columnOf(addDays(from, day), experts, zone))
}

/** From which full hour to which the calendar is drawn: at least the usual ones, and all that is in it. */
export function hoursShown(columns: readonly Column[]): Piece {
  const pieces = columns.flatMap(({ open, entries }) => [...open, ...entries])
  const from = Math.min(9 * 60, ...pieces.map(piece => piece.from))
  const until = Math.max(17 * 60, ...pieces.map(piece => piece.until))
  return { from: Math.floor(from / 60) * 60, until: Math.ceil(until / 60) * 60 }
}

/** The clock time of a minute of the day: '09:30'. */
export const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

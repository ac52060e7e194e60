/** A calendar date in some time zone, as 'YYYY-MM-DD'; two of them compare as strings. */
export type LocalDate = string

const dayMs = 86_400_000
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const clockFormats = new Map<string, Intl.DateTimeFormat>()

function formatFor(cache: Map<string, Intl.DateTimeFormat>, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const known = cache.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, ...options })
  cache.set(timeZone, made)
  return made
}

/** Whether the platform knows this IANA time zone name. */
export function isTimeZone(name: string): boolean {
  try {
    formatFor(dateFormats, name, { year: 'numeric', month: '2-digit', day: '2-digit' })
    return true
  } catch {
    return false
  }
}

/** The calendar date in `timeZone` at the instant `now` (ms). */
export function localDate(now: number, timeZone: string): LocalDate {
  return formatFor(dateFormats, timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}

/** `date` moved by whole calendar days; no clock and no zone take part. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** Milliseconds that the zone's wall clock is ahead of UTC at `instant` (ms). */
function offsetAt(instant: number, timeZone: string): number {
  const parts = formatFor(clockFormats, timeZone, {
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant)
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(part => part.type === type)?.value)
  const wall = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return wall - Math.floor(instant / 1000) * 1000
}

/** The first instant (ms) of `date` in `timeZone`; where midnight is skipped by a clock change, the first instant after it. */
export function startOfDay(date: LocalDate, timeZone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const offsets = [offsetAt(midnight - dayMs, timeZone), offsetAt(midnight + dayMs, timeZone)]
  const candidates = offsets.map(offset => midnight - offset).filter(at => at + offsetAt(at, timeZone) === midnight)
  if (candidates.length) return Math.min(...candidates)
  return firstInstantOf(date, timeZone, midnight - Math.max(...offsets), midnight - Math.min(...offsets))
}

function firstInstantOf(date: LocalDate, timeZone: string, from: number, to: number): number {
  let before = from - 1
  let inside = to
  while (inside - before > 1) {
    const middle = Math.floor((before + inside) / 2)
    if (localDate(middle, timeZone) >= date) inside = middle
    else before = middle
  }
  return inside
}

/** Wire time (Unix seconds) to client time (ms). */
export function msFromSeconds(seconds: number): number {
  return seconds * 1000
}

/** Client time (ms) to wire time (whole Unix seconds). */
export function secondsFromMs(ms: number): number {
  return Math.floor(ms / 1000)
}

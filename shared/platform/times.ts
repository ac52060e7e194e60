/** A calendar date in some time zone, as 'YYYY-MM-DD'; two of them compare as strings. */
export type LocalDate = string

const dayMs = 86_400_000
/** By name in lower case: a clock takes 27 kB, and the names of zones, a few hundred, have endless spellings. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase()
  const known = clocks.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(key, made)
  return made
}

/** Whether this is an IANA time zone name, current or old; an offset from UTC is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** The zone's wall time at `instant` (ms), encoded as if it were UTC, to the second. */
function wallClock(instant: number, timeZone: string): number {
  const shown = new Map(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(part => [part.type, Number(part.value)]),
  )
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map(type => shown.get(type))
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** How far the clocks of a zone are ahead of UTC at `instant`, both in ms. */
export function offsetAt(instant: number, timeZone: string): number {
  return wallClock(instant, timeZone) - Math.floor(instant / 1000) * 1000
}

function dateText(ms: number): LocalDate {
  return new Date(ms).toISOString().slice(0, 10)
}

/** A date-only text as a timestamp: ms at the midnight of UTC that begins it; NaN for anything else. */
export function msFromDate(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00Z`)
}

/**
 * The calendar date in `timeZone` at the instant `now` (ms). It never goes back: when clocks are set back across
 * midnight, the repeated evening already counts as the new day, so that what opened at midnight stays open.
 */
export function localDate(now: number, timeZone: string): LocalDate {
  const wall = wallClock(now, timeZone)
  const shown = dateText(wall)
  const isLateEvening = wall % dayMs >= dayMs - 3 * 3_600_000
  if (!isLateEvening) return shown
  const next = addDays(shown, 1)
  return startOfDay(next, timeZone) <= now ? next : shown
}

/** `date` moved by calendar days, without any clock or zone. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateText(msFromDate(date) + days * dayMs)
}

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((msFromDate(to) - msFromDate(from)) / dayMs)
}

/** Whether `text` is year-month-day and names a day that exists. */
export function isLocalDate(text: string): boolean {
  return !Number.isNaN(msFromDate(text)) && dateText(msFromDate(text)) === text
}

/**
 * The first instant (ms) of `date` in `timeZone`; where midnight, or the whole day, is skipped by a clock change, the first
 * instant after the gap.
 */
export function startOfDay(date: LocalDate, timeZone: string): number {
  return firstInstantAt(date, '00:00', timeZone)
}

/**
 * The first instant (ms) when clocks in `timeZone` show `time` ('HH:MM') of `date`; where a clock change skips it, the first
 * instant after the gap.
 */
export function firstInstantAt(date: LocalDate, time: string, timeZone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const offsets = [offsetAt(wall - dayMs, timeZone), offsetAt(wall + dayMs, timeZone)]
  const instants = offsets.map(offset => wall - offset)
  const exact = instants.filter(instant => wallClock(instant, timeZone) === wall)
  return exact.length ? Math.min(...exact) : endOfGap(wall, timeZone, Math.min(...instants), Math.max(...instants))
}

/** The first instant in (`from`, `to`] when the clocks show `wall` or later; they must not go back in between. */
function endOfGap(wall: number, timeZone: string, from: number, to: number): number {
  let before = from - 1
  let after = to
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallClock(middle, timeZone) >= wall) after = middle
    else before = middle
  }
  return after
}

/** Wire time (Unix seconds) to client time (ms). */
export function msFromSeconds(seconds: number): number {
  return seconds * 1000
}

/** Client time (ms) to wire time (whole Unix seconds). */
export function secondsFromMs(ms: number): number {
  return Math.floor(ms / 1000)
}

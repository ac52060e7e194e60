import { runInNewContext } from 'node:vm'
import ICAL from 'ical.js'
import type { Span } from '#shared/features/videoconsultations/slots.ts'
import { addDays, firstInstantAt, isTimeZone } from '#shared/platform/times.ts'

/** How many occurrences are looked at in one calendar: a rule may repeat each second since long ago. */
const mostOccurrences = 20_000
const mostSpans = 5000
/** How long one calendar may keep the server, in ms: a rule that never comes true is followed without an end. */
const mostMs = 2000

type Time = InstanceType<typeof ICAL.Time>
type Moment = { time: Time; zone: string | undefined }

const two = (value: number) => String(value).padStart(2, '0')

/** The instant (ms) of a time: UTC as it is, otherwise by the zone that it names, or `timeZone` where it names none that is known. */
function instantOf({ time, zone }: Moment, timeZone: string): number {
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000
  const date = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`
  const clock = `${two(time.hour)}:${two(time.minute)}`
  if (zone !== undefined && !isTimeZone(zone) && time.zone && time.zone !== ICAL.Timezone.localTimezone)
    return time.toUnixTime() * 1000
  return firstInstantAt(date, clock, zone !== undefined && isTimeZone(zone) ? zone : timeZone)
}

/**
 * The busy times in `range` of a calendar (RFC 5545) whose floating times and whole days are those of `timeZone`: events with their
 * repetitions, without those that are cancelled or marked as free. Throws when the text is no calendar, or takes too long to read.
 */
export function busyTimes(text: string, timeZone: string, range: Span): Span[] {
  const read = () => readBusyTimes(text, timeZone, range)
  return runInNewContext('read()', { read }, { timeout: mostMs }) as Span[]
}

function readBusyTimes(text: string, timeZone: string, range: Span): Span[] {
  const root = new ICAL.Component(ICAL.parse(text) as unknown[])
  if (root.name !== 'vcalendar') throw new Error('Not a calendar')
  const components = root.getAllSubcomponents('vevent')
  const exceptions = exceptionsOf(components)
  const series = new Set(components.filter(one => !isException(one)).map(uidOf))
  const busy: Span[] = []
  let left = mostOccurrences
  for (const component of components) {
    // Of a series that somebody else keeps there may be only the times to which the expert is invited.
    if (isException(component) && series.has(uidOf(component))) continue
    const own = isException(component) ? [] : exceptions.get(uidOf(component))
    const event = new ICAL.Event(component, { exceptions: own ?? [] })
    if (!event.startDate) continue
    left = addOccurrences(event, { timeZone, range, left }, busy)
    if (left <= 0 || busy.length >= mostSpans) break
  }
  return busy.slice(0, mostSpans)
}

type Component = InstanceType<typeof ICAL.Component>
const uidOf = (component: Component) => String(component.getFirstPropertyValue('uid'))
const isException = (component: Component) => component.hasProperty('recurrence-id')

/** What was moved or changed of series, by their uid. */
function exceptionsOf(components: readonly Component[]): Map<string, Component[]> {
  const found = new Map<string, Component[]>()
  for (const one of components) {
    if (!isException(one)) continue
    const known = found.get(uidOf(one))
    if (known) known.push(one)
    else found.set(uidOf(one), [one])
  }
  return found
}

type Reading = { timeZone: string; range: Span; left: number }

function addOccurrences(
  event: InstanceType<typeof ICAL.Event>,
  { timeZone, range, left }: Reading,
  busy: Span[],
): number {
  const add = (item: InstanceType<typeof ICAL.Event>, start: Time, end: Time) => {
    if (isFree(item)) return
    const span = spanOf(item, start, end, timeZone)
    if (span.from < range.until && span.until > range.from && span.from < span.until) busy.push(span)
  }
  if (!event.isRecurring()) {
    add(event, event.startDate, event.endDate)
    return left - 1
  }
  const iterator = event.iterator()
  for (let next = iterator.next(); next && left > 0; next = iterator.next()) {
    left--
    // A day of grace, for the clock of the iterator is not yet an instant.
    if (next.toUnixTime() * 1000 > range.until + 2 * 86_400_000) break
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    add(item, startDate, endDate)
  }
  return left
}

function isFree({ component }: InstanceType<typeof ICAL.Event>): boolean {
  const said = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return said('status') === 'CANCELLED' || said('transp') === 'TRANSPARENT'
}

function spanOf({ component }: InstanceType<typeof ICAL.Event>, start: Time, end: Time, timeZone: string): Span {
  const zone = component.getFirstProperty('dtstart')?.getFirstParameter('tzid') || undefined
  if (!start.isDate)
    return { from: instantOf({ time: start, zone }, timeZone), until: instantOf({ time: end, zone }, timeZone) }
  const first = start.toString().slice(0, 10)
  const last = end.toString().slice(0, 10)
  const until = last > first ? last : addDays(first, 1)
  return { from: firstInstantAt(first, '00:00', timeZone), until: firstInstantAt(until, '00:00', timeZone) }
}

import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendarData,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { ConsultationStatus } from '#shared/features/videoconsultations/states.ts'

const statuses: Partial<Record<ConsultationStatus, ICalEventStatus>> = {
  held: ICalEventStatus.TENTATIVE,
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  complete: ICalEventStatus.CONFIRMED,
  missed: ICalEventStatus.CONFIRMED,
  rated: ICalEventStatus.CONFIRMED,
}

/** A consultation for the calendar of one of its people. Times in Unix seconds. */
export type CalendarConsultation = {
  uid: string
  sequence: number
  status: ConsultationStatus
  startsAt: number
  endsAt: number
  updatedAt: number
  title: string
  /** Whom one meets. */
  with: string
  place: string
  url: string
}

/** What a person has in their calendar for whole days: the last one is included. */
export type CalendarDays = { uid: string; startsOn: string; endsOn: string; title: string; url: string }

type School = { name: string; email: string }
const producer = { company: 'Kurso', product: 'Calendar', language: 'EN' }
/** As RFC 5545 wants it: each line ends, the last one too. */
const written = (data: ICalCalendarData) =>
  `${ical({ prodId: producer, ...data })
    .toString()
    .trimEnd()}\r\n`
const dateAt = (seconds: number) => new Date(seconds * 1000)

function eventOf(one: CalendarConsultation, school: School, isLeft = false): ICalEventData {
  const description = [one.with, one.place, one.url].filter(Boolean).join('\n')
  return {
    id: `${one.uid}@kurso`,
    sequence: one.sequence,
    stamp: dateAt(one.updatedAt),
    start: dateAt(one.startsAt),
    end: dateAt(one.endsAt),
    summary: one.with ? `${one.title}: ${one.with}` : one.title,
    description,
    location: one.place || one.url,
    url: one.url,
    organizer: { name: school.name, email: school.email },
    status: isLeft ? ICalEventStatus.CANCELLED : (statuses[one.status] ?? ICalEventStatus.CANCELLED),
  }
}

/** A consultation as a file of its own, all in UTC (RFC 5545). */
export function consultationFile(one: CalendarConsultation, school: School): string {
  return written({ events: [eventOf(one, school)] })
}

/**
 * The event of a letter (RFC 5546): REQUEST while it is booked, CANCEL once it is not, or the recipient has left it; the same UID, with
 * the SEQUENCE that the row has.
 */
export function invitation(one: CalendarConsultation, school: School, recipient: School, isLeft: boolean) {
  const isOff = isLeft || statuses[one.status] === undefined
  const method = isOff ? ('CANCEL' as const) : ('REQUEST' as const)
  const attendee = {
    name: recipient.name,
    email: recipient.email,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
  }
  const event = { ...eventOf(one, school, isLeft), attendees: [attendee] }
  return { method, text: written({ method: ICalCalendarMethod[method], events: [event] }) }
}

/** All that comes up for a person, for a calendar that follows it. */
export function calendarFeed(
  school: School,
  consultations: readonly CalendarConsultation[],
  days: readonly CalendarDays[],
): string {
  const wholeDays = days.map(
    ({ uid, startsOn, endsOn, title, url }): ICalEventData => ({
      id: `${uid}@kurso`,
      start: new Date(`${startsOn}T00:00:00Z`),
      end: new Date(Date.parse(`${endsOn}T00:00:00Z`) + 86_400_000),
      stamp: new Date(`${startsOn}T00:00:00Z`),
      allDay: true,
      summary: title,
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
    }),
  )
  const events = [...consultations.map(one => eventOf(one, school)), ...wholeDays]
  return written({ name: school.name, ttl: 3600, events })
}

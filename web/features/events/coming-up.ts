import type { ComingEventWire } from '#shared/features/videoconsultations/wire.ts'
import { type LocalDate, localDate, msFromSeconds } from '#shared/platform/times.ts'
import { pathTo } from '#web/platform/addresses.ts'

/** What comes up, in the server's order, by the date on the learner's calendar. */
export function byDate(events: readonly ComingEventWire[], timeZone: string): [LocalDate, ComingEventWire[]][] {
  const dates = new Map<LocalDate, ComingEventWire[]>()
  for (const event of events) {
    const date = localDate(msFromSeconds(event.starts_at), timeZone)
    dates.set(date, [...(dates.get(date) ?? []), event])
  }
  return [...dates]
}

/** Where an event leads. */
export function hrefOf({ consultation_id, stream_id, reminder_id }: ComingEventWire): string {
  if (consultation_id !== null) return pathTo('videoConsultation', { consultationId: consultation_id })
  if (stream_id !== null) return pathTo('calendar', { streamId: stream_id })
  return reminder_id === null ? pathTo('home') : pathTo('settingsReminderUpdate', { reminderId: reminder_id })
}

/** Whether it has a time; a course's dates last all day. */
export const hasTime = ({ kind }: ComingEventWire) => kind === 'consultation' || kind === 'reminder'

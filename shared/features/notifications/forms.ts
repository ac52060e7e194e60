import { msFromSeconds } from '#shared/platform/times.ts'
import type { ReminderInputWire, ReminderWire } from './contract.ts'

/** A reminder as the app uses it: its next time in ms, undefined while it is off. */
export type Reminder = {
  id: number
  /** ISO 8601: 1 is Monday. */
  weekdays: readonly number[]
  /** 'HH:MM' in the person's time zone. */
  time: string
  isEnabled: boolean
  text: string
  nextAt: number | undefined
}

export type ReminderInput = Pick<Reminder, 'weekdays' | 'time' | 'isEnabled' | 'text'>

/** A reminder from the wire, its next time in ms. */
export function reminderFromWire({
  id,
  weekdays,
  time,
  is_enabled: isEnabled,
  text,
  next_at: next,
}: ReminderWire): Reminder {
  return { id, weekdays, time, isEnabled, text, nextAt: next === null ? undefined : msFromSeconds(next) }
}

/** A reminder's settings in wire form, the text trimmed. */
export function reminderToWire({ weekdays, time, isEnabled, text }: ReminderInput): ReminderInputWire {
  return { weekdays: [...weekdays], time, is_enabled: isEnabled, text: text.trim() }
}

import { addReminder } from './data.ts'
import { askPush } from './browser-push.ts'
import { weekdays } from './reminder-words.ts'

/**
 * Makes a reminder for every day at `time` ('HH:MM') and asks for notifications to show it with; a retry passes the same
 * `key`. Where the push service cannot be reached, it comes by e-mail as without support.
 */
export async function addDailyReminder(time: string, key: string): ReturnType<typeof askPush> {
  const way = await askPush().catch(() => 'unsupported' as const)
  await addReminder({ weekdays: [...weekdays], time, isEnabled: true, text: '' }, key)
  return way
}

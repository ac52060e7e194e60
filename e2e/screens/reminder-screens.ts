import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { newLearner, withDatabase } from '../school/people.ts'
import { userIdOf } from '../school/sessions.ts'
import type { Screen } from './screen.ts'

/** Reminders, and the list of what has happened, in their states. */
export async function reminderScreens(): Promise<Screen[]> {
  const { userId, reminderId } = await reminded()
  return [
    { name: 'notices', path: '/notifications', userId: await userIdOf('learner@example.com') },
    { name: 'notices-empty', path: '/notifications', userId },
    { name: 'reminders-empty', path: '/user/settings/reminders' },
    { name: 'reminder-new', path: '/user/settings/reminders/new' },
    { name: 'reminder-without-days', path: '/user/settings/reminders/new', isAlone: true, prepare: refuseReminder },
    { name: 'reminders', path: '/user/settings/reminders', userId },
    { name: 'reminder', path: `/user/settings/reminders/${reminderId}`, userId },
  ]
}

async function refuseReminder(page: Page, t: Copy): Promise<void> {
  for (const day of await page.getByRole('checkbox').all()) await day.uncheck()
  await page.getByRole('button', { name: t('notifications.form.add'), exact: true }).click()
  await page.getByRole('alert').waitFor()
}

/** A learner with three reminders, one of them switched off. */
async function reminded() {
  const { id } = await newLearner({ timezone: 'Europe/Madrid' })
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>(
      `insert into reminders (user_id, weekdays, local_time, text, is_enabled, next_at, next_on, client_key)
       values ($1, '{1,2,3,4,5}', '07:15', 'Ten minutes before breakfast', true, now() + interval '9 hours', current_date, 'a'),
              ($1, '{2,4}', '19:00', '', true, now() + interval '3 days', current_date, 'b'),
              ($1, '{6,7}', '11:30', 'A longer walk', false, null, null, 'c') returning id::int`,
      [id],
    ),
  )
  return { userId: id, reminderId: rows[0]?.id }
}

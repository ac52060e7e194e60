import { read } from '#kit/request/early-reads.ts'
import { accountScreen } from './account-paths.ts'
import type { Route } from './paths.ts'

type Names = 'settingsReminders' | 'settingsReminderNew' | 'settingsReminderUpdate' | 'unsubscribe'

const reminders = () => [read('GET /user-reminders')]

/** Reminders, and the way out that a letter links to. */
export const notificationRoutes: { [Name in Names]: Route<Name> } = {
  settingsReminders: {
    access: 'auth',
    screen: accountScreen(screens => screens.reminders()),
    data: reminders,
    place: 'settings',
    section: 'profile',
    title: 'shell.title.reminders',
    parent: 'userSettings',
  },
  settingsReminderNew: {
    access: 'auth',
    screen: accountScreen(screens => screens.reminderNew()),
    place: 'settings',
    section: 'profile',
    title: 'shell.title.reminder',
    parent: 'settingsReminders',
  },
  settingsReminderUpdate: {
    access: 'auth',
    screen: accountScreen(screens => screens.reminder()),
    data: reminders,
    place: 'settings',
    section: 'profile',
    title: 'shell.title.reminder',
    parent: 'settingsReminders',
  },
  unsubscribe: {
    access: 'any',
    screen: accountScreen(screens => screens.unsubscribe()),
    title: 'shell.title.reminder',
    parent: 'home',
  },
}

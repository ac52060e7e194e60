import { read } from '#kit/request/early-reads.ts'
import { withAccount } from './account-paths.ts'
import type { Route } from './paths.ts'

type Names = 'settingsReminders' | 'settingsReminderNew' | 'settingsReminderUpdate' | 'unsubscribe'

const reminders = () => [read('GET /user-reminders')]

/** Reminders, and the way out that a letter links to (PRO-10, RTE-05). */
export const notificationRoutes: { [Name in Names]: Route<Name> } = {
  settingsReminders: {
    access: 'auth',
    screen: withAccount(async () => (await import('../features/notifications/RemindersScreen.tsx')).RemindersScreen),
    data: reminders,
    place: 'settings',
    section: 'profile',
    title: 'shell.title.reminders',
    parent: 'userSettings',
  },
  settingsReminderNew: {
    access: 'auth',
    screen: withAccount(
      async () => (await import('../features/notifications/ReminderNewScreen.tsx')).ReminderNewScreen,
    ),
    place: 'settings',
    section: 'profile',
    title: 'shell.title.reminder',
    parent: 'settingsReminders',
  },
  settingsReminderUpdate: {
    access: 'auth',
    screen: withAccount(async () => (await import('../features/notifications/ReminderScreen.tsx')).ReminderScreen),
    data: reminders,
    place: 'settings',
    section: 'profile',
    title: 'shell.title.reminder',
    parent: 'settingsReminders',
  },
  unsubscribe: {
    access: 'any',
    screen: withAccount(
      async () => (await import('../features/notifications/UnsubscribeScreen.tsx')).UnsubscribeScreen,
    ),
    title: 'shell.title.reminder',
    parent: 'home',
  },
}

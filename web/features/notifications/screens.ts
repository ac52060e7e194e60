import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  notices: '/notifications',
  settingsNotifications: '/user/settings/notifications',
  settingsReminders: '/user/settings/reminders',
  settingsReminderNew: '/user/settings/reminders/new',
  settingsReminderUpdate: '/user/settings/reminders/:reminderId',
  unsubscribe: '/unsubscribe',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

declare module '#web/platform/openers.ts' {
  interface Openers {
    /**
     * Loads, ahead of the press it must be called from, what makes a daily reminder at 'HH:MM' and asks for notifications
     * for it; a retry passes the same key. Answers how it comes: shown on this device, or by e-mail because that is
     * refused or not supported.
     */
    dailyReminder: () => Promise<(time: string, key: string) => Promise<'on' | 'refused' | 'unsupported'>>
  }
}

/** Delay before loading what is least urgent, in ms. */
const longAfter = 10_000
const watchPush = () => import('./push-watch.ts').then(module => module.watchPush())

const reminders = () => [read('GET /user-reminders')]
const own = { copy: 'account', section: 'profile' } as const
const reminder = { ...own, place: 'settings', title: 'shell.title.reminder' } as const

/** What has happened, reminders and notifications: which, when, and by which channel. */
export const notifications = declareFeature(addresses, {
  copyOf: { 'notifications.': 'account' },
  slots: { idleHeader: () => import('./bell/Bell.tsx') },
  openers: { dailyReminder: () => import('./daily-reminder.ts').then(module => module.addDailyReminder) },
  whenSignedIn: () => new Promise(resolve => setTimeout(resolve, longAfter)).then(watchPush),
  screens: {
    notices: {
      ...own,
      screen: () => import('./bell/NoticesScreen.tsx'),
      title: 'shell.title.notices',
      parent: 'home',
    },
    settingsNotifications: {
      ...own,
      screen: () => import('./NotificationsScreen.tsx'),
      place: 'settings',
      title: 'shell.title.userSettings',
      parent: 'userSettings',
    },
    settingsReminders: {
      ...reminder,
      screen: () => import('./RemindersScreen.tsx'),
      data: reminders,
      title: 'shell.title.reminders',
      parent: 'userSettings',
    },
    settingsReminderNew: {
      ...reminder,
      screen: () => import('./ReminderScreen.tsx').then(module => module.ReminderNewScreen),
      parent: 'settingsReminders',
    },
    settingsReminderUpdate: {
      ...reminder,
      screen: () => import('./ReminderScreen.tsx').then(module => module.ReminderScreen),
      data: reminders,
      parent: 'settingsReminders',
    },
    unsubscribe: {
      access: 'any',
      copy: 'account',
      screen: () => import('./UnsubscribeScreen.tsx'),
      title: 'shell.title.reminder',
      parent: 'home',
    },
  },
})

import { accountScreens } from './account-screens.ts'
import { billingScreens } from './billing-screens.ts'
import { calendarScreens } from './calendar-screens.ts'
import { callScreens } from './call-screens.ts'
import { chatScreens } from './chat-screens.ts'
import { courseScreens } from './course-screens.ts'
import { downloadScreens } from './download-screens.ts'
import { homeworkScreens } from './homework-screens.ts'
import { installScreens } from './install-screens.ts'
import { reminderScreens } from './reminder-screens.ts'
import type { Screen } from './screen.ts'
import { schoolScreens } from './school-screens.ts'
import { announcementScreens } from './announcement-screens.ts'
import { shopScreens } from './shop-screens.ts'
import { studioScreens } from './studio-screens.ts'
import { storeScreens } from './store-screens.ts'
import { supportScreens } from './support-screens.ts'
import { talkScreens } from './talk-screens.ts'
import { visitorScreens } from './visitor-screens.ts'

/** Makes the people and chats that the screens of a part of the apps show, and answers these, in all their states. */
export const screensOf = {
  visitors: visitorScreens,
  courses: courseScreens,
  downloads: downloadScreens,
  install: installScreens,
  homework: homeworkScreens,
  chats: chatScreens,
  calls: callScreens,
  'video consultations': talkScreens,
  accounts: accountScreens,
  billing: billingScreens,
  reminders: reminderScreens,
  support: supportScreens,
  studio: studioScreens,
  'the calendar in the studio': calendarScreens,
  'the school in the studio': schoolScreens,
  announcements: announcementScreens,
  'the shop in the studio': shopScreens,
  'app stores': storeScreens,
} satisfies Record<string, () => Promise<Screen[]>>

/** Every screen in every state. */
export const allScreens = async (): Promise<Screen[]> =>
  (await Promise.all(Object.values(screensOf).map(make => make()))).flat()

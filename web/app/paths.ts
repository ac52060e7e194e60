import type { ComponentType } from 'react'
import type { CopyKey } from '#kit/copy/copy.tsx'
import { type Read, read } from '#kit/request/early-reads.ts'
import type { GuardPlace } from '#shared/features/accounts/rules.ts'
import type { AddressName, AddressParams } from '#web/platform/addresses.ts'
import { accountRoutes, accountScreen } from './account-paths.ts'
import { addTalkCopy } from './copy.ts'
import { notificationRoutes } from './notification-paths.ts'

/** guest: only without a session; auth: only with one; any: always. */
export type Access = 'guest' | 'auth' | 'any'

/** The parts of the app that each remember their latest address. */
export type Section = 'home' | 'course' | 'chat' | 'task' | 'profile' | 'catalog'

/** What is at an address. A screen gets the address's parameters as its props. */
export type Route<Name extends AddressName> = {
  access: Access
  screen: () => Promise<ComponentType<AddressParams<Name>>>
  /** Reads to start in parallel with the screen's chunk; the same name and input as the screen's `callQuery`. */
  data?: (params: AddressParams<Name>) => Read[]
  section?: Section
  /** What the guards know it as. */
  place?: GuardPlace
  /** Asks for an e-mail first when the account has none. */
  needsEmail?: true
  /** Nothing of the app is around it, as something is asked before all else. */
  isBare?: true
  title: CopyKey
  /** Where the back button leads when there is no page to go back to. */
  parent?: AddressName
}

const courses = () => [read('GET /courses', { expand: ['course_options'] })]

/** What the calendar and a day show of a stream. */
const streamStatus = ({ streamId }: { streamId: number }) => [
  read('GET /user-course-streams/:id/status', {
    params: { id: streamId },
    expand: ['days', 'homeworks', 'stages', 'lessons', 'current_training_stage_id', 'current_training_day'],
  }),
]

const homeScreen = async () => (await import('#web/features/streams/HomeScreen.tsx')).HomeScreen

/** A screen around homework or chats, with what such screens say. */
function withTalk<Screen>(screen: () => Promise<Screen>): () => Promise<Screen> {
  return async () => (await Promise.all([screen(), addTalkCopy()]))[0]
}

/** A screen of one's own account; it names itself once it is there. */
const own = (screen: Route<'userSettings'>['screen'], parent: AddressName = 'userSettings') =>
  ({
    access: 'auth',
    screen,
    section: 'profile',
    title: 'shell.title.userSettings',
    parent,
  }) as const

/** The list and a conversation stand side by side on a wide screen, so they are one. */
const conversation = withTalk(async () => (await import('./shell/ConversationScreen.tsx')).ConversationScreen)

const supportTopic = accountScreen(screens => screens.supportTopic())
const topics = () => [read('GET /support-category', { query: { sort: 'sort' } })]

export const routes: { [Name in AddressName]: Route<Name> } = {
  login: {
    access: 'guest',
    screen: async () => (await import('#web/features/joining/LoginScreen.tsx')).LoginScreen,
    title: 'shell.title.login',
  },
  ...accountRoutes,
  ...notificationRoutes,
  autoLogin: {
    access: 'any',
    screen: async () => (await import('#web/features/accounts/SignInLinkScreen.tsx')).SignInLinkScreen,
    title: 'shell.title.login',
  },
  logout: {
    access: 'any',
    screen: async () => (await import('#web/features/accounts/LogoutScreen.tsx')).LogoutScreen,
    title: 'shell.title.logout',
  },
  home: { access: 'auth', screen: homeScreen, data: courses, section: 'home', title: 'shell.title.home' },
  courses: { access: 'auth', screen: homeScreen, data: courses, section: 'course', title: 'shell.title.courses' },
  events: { access: 'auth', screen: homeScreen, data: courses, section: 'home', title: 'shell.title.events' },
  catalog: { access: 'auth', screen: homeScreen, data: courses, section: 'catalog', title: 'shell.title.catalog' },
  calendar: {
    access: 'auth',
    screen: async () => (await import('#web/features/streams/CalendarScreen.tsx')).CalendarScreen,
    data: streamStatus,
    section: 'course',
    title: 'shell.title.calendar',
    parent: 'home',
  },
  day: {
    access: 'auth',
    screen: async () => (await import('#web/features/progress/DayScreen.tsx')).DayScreen,
    data: streamStatus,
    section: 'course',
    title: 'shell.title.day',
    parent: 'calendar',
  },
  oldDay: {
    access: 'auth',
    screen: async () => (await import('./shell/OldDayScreen.tsx')).OldDayScreen,
    title: 'shell.title.day',
  },
  materials: {
    access: 'auth',
    screen: async () => (await import('#web/features/courses/MaterialsScreen.tsx')).MaterialsScreen,
    section: 'course',
    title: 'shell.title.materials',
    parent: 'calendar',
  },
  homeworks: {
    access: 'auth',
    screen: withTalk(async () => (await import('#web/features/homework/list/HomeworksScreen.tsx')).HomeworksScreen),
    data: () => [read('GET /homework', { expand: ['scores'] })],
    section: 'task',
    title: 'shell.title.homeworks',
  },
  homework: {
    access: 'auth',
    screen: withTalk(async () => (await import('#web/features/homework/HomeworkScreen.tsx')).HomeworkScreen),
    data: ({ streamId }) => [
      read('GET /user-course-streams/:streamId/user-homework', { params: { streamId }, expand: ['scores'] }),
    ],
    section: 'task',
    title: 'shell.title.homework',
    parent: 'homeworks',
  },
  chats: {
    access: 'auth',
    screen: conversation,
    data: () => [read('GET /chats')],
    section: 'chat',
    title: 'shell.title.chats',
  },
  chat: {
    access: 'auth',
    screen: conversation,
    data: ({ chatId: id }) => [
      read('GET /chats/:id', { params: { id } }),
      read('GET /chats/:id/messages', { params: { id }, query: { 'per-page': 30 } }),
    ],
    section: 'chat',
    title: 'shell.title.chat',
    parent: 'chats',
  },
  support: {
    access: 'auth',
    screen: accountScreen(screens => screens.support()),
    data: () => [...topics(), read('GET /support-requests')],
    section: 'chat',
    title: 'shell.title.support',
    parent: 'home',
  },
  supportTopic: {
    access: 'auth',
    screen: supportTopic,
    data: topics,
    section: 'chat',
    title: 'shell.title.support',
    parent: 'support',
  },
  supportCourse: {
    access: 'auth',
    screen: supportTopic,
    data: topics,
    section: 'chat',
    title: 'shell.title.support',
    parent: 'support',
  },
  supportRequest: {
    access: 'auth',
    screen: accountScreen(screens => screens.supportRequest()),
    data: ({ requestId: id }) => [read('GET /support-requests/:id', { params: { id } })],
    section: 'chat',
    title: 'shell.title.support',
    parent: 'chats',
  },
  registration: {
    access: 'auth',
    screen: accountScreen(screens => screens.registration()),
    place: 'registration',
    title: 'shell.title.registration',
    parent: 'home',
  },
  document: {
    access: 'any',
    screen: async () => (await import('./shell/DocumentScreen.tsx')).DocumentScreen,
    title: 'shell.title.document',
    parent: 'home',
  },
  userEdit: {
    ...own(
      accountScreen(screens => screens.profile()),
      'home',
    ),
    title: 'shell.title.userEdit',
  },
  userSetting: own(
    accountScreen(screens => screens.settingMenu()),
    'home',
  ),
  userSettings: own(
    accountScreen(screens => screens.settings()),
    'userSetting',
  ),
  userPassword: own(accountScreen(screens => screens.password())),
  settingsNotifications: own(accountScreen(screens => screens.notificationSettings())),
  userDevices: own(accountScreen(screens => screens.devices())),
  userPaymentMethods: own(accountScreen(screens => screens.paymentMethods())),
  statistics: own(accountScreen(screens => screens.statistics())),
  referrals: own(accountScreen(screens => screens.referrals())),
  bonuses: own(accountScreen(screens => screens.bonuses())),
  settingsCookie: {
    access: 'auth',
    screen: accountScreen(screens => screens.cookie()),
    section: 'profile',
    title: 'shell.title.cookies',
    parent: 'home',
  },
  linkSocialNetworks: {
    access: 'auth',
    screen: accountScreen(screens => screens.linkSocialNetworks()),
    title: 'shell.title.socialNetworks',
    parent: 'home',
  },
  socialNetworks: {
    access: 'auth',
    screen: accountScreen(screens => screens.socialNetworks()),
    section: 'profile',
    title: 'shell.title.socialNetworks',
    parent: 'home',
  },
  points: {
    access: 'auth',
    screen: async () => (await import('#web/features/points/PointsScreen.tsx')).PointsScreen,
    section: 'profile',
    title: 'shell.title.points',
    parent: 'home',
  },
  pointsHistory: {
    access: 'auth',
    screen: async () => (await import('#web/features/points/PointsHistoryScreen.tsx')).PointsHistoryScreen,
    section: 'profile',
    title: 'shell.title.pointsHistory',
    parent: 'points',
  },
}

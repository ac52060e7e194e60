/** Every address of the learner app. What each shows is in web/app/paths.ts; features link by `pathTo`. */
export const addresses = {
  login: '/',
  signup: '/signup',
  reset: '/reset',
  codeSignIn: '/code',
  autoLogin: '/auto-login',
  logout: '/logout',
  home: '/home',
  courses: '/courses',
  events: '/events',
  catalog: '/catalog',
  calendar: '/course/:streamId/calendar',
  day: '/course/:streamId/calendar/:dayNumber',
  oldDay: '/course/:streamId/stages/:stageId/days/:dayId',
  materials: '/course/:streamId/materials',
  homeworks: '/homework',
  homework: '/homework/:streamId/:homeworkId',
  chats: '/chat',
  chat: '/chat/:chatId',
  support: '/support',
  supportTopic: '/support/:categoryId',
  supportCourse: '/support/:categoryId/:streamId',
  supportRequest: '/chat/support/:requestId',
  registration: '/registration',
  emailVerification: '/emailVerification',
  phoneVerification: '/phoneVerification',
  resetPassword: '/resetPassword',
  updateProfile: '/updateProfile',
  linkSocialNetworks: '/linksocialnetworks',
  socialNetworks: '/user/social-networks',
  delete: '/delete',
  subscriptions: '/user/subscriptions',
  document: '/document',
  userEdit: '/user/edit',
  userSetting: '/user/setting',
  userSettings: '/user/settings',
  userPassword: '/user/settings/password',
  settingsNotifications: '/user/settings/notifications',
  userDevices: '/user/settings/devices',
  userPaymentMethods: '/user/settings/user-payment-methods',
  statistics: '/user/statistics',
  referrals: '/user/referrals',
  bonuses: '/user/bonuses',
  settingsCookie: '/user/settings/cookie',
  settingsReminders: '/user/settings/reminders',
  settingsReminderNew: '/user/settings/reminders/new',
  settingsReminderUpdate: '/user/settings/reminders/:reminderId',
  unsubscribe: '/unsubscribe',
  points: '/user/points',
  pointsHistory: '/user/points/history',
} as const

export type AddressName = keyof typeof addresses

type Names<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<`/${Tail}`>
    : Rest
  : never

/** The parameters in an address. All of them are positive whole numbers. */
export type AddressParams<Name extends AddressName> = { [Param in Names<(typeof addresses)[Name]>]: number }

type Rest<Name extends AddressName> = keyof AddressParams<Name> extends never
  ? [params?: object, query?: Record<string, string>]
  : [params: AddressParams<Name>, query?: Record<string, string>]

/** The address of a screen: `pathTo('day', { streamId: 7, dayNumber: 3 })` is '/course/7/calendar/3'. */
export function pathTo<Name extends AddressName>(name: Name, ...[params, query]: Rest<Name>): string {
  const given: Record<string, number> = { ...params }
  const path = addresses[name].replace(/:([A-Za-z]+)/g, (_, param: string) => String(given[param]))
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

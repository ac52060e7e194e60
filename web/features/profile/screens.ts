import type { Language } from '#kit/copy/language.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  updateProfile: '/updateProfile',
  delete: '/delete',
  userEdit: '/user/edit',
  userSetting: '/user/setting',
  userSettings: '/user/settings',
  userPassword: '/user/settings/password',
  userDevices: '/user/settings/devices',
  referrals: '/user/referrals',
  bonuses: '/user/bonuses',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

declare module '#web/platform/openers.ts' {
  interface Openers {
    /** Makes a language the account's too. */
    keepLanguage: (language: Language) => Promise<void>
  }
}

/** An account screen; it sets its own title once loaded. */
const own = { section: 'profile', title: 'shell.title.userSettings', parent: 'userSettings' } as const
const setting = { ...own, place: 'settings' } as const

/** The profile, the settings, the learner's activity, and deleting the account. */
export const profile = declareFeature(addresses, {
  copy: 'account',
  openers: { keepLanguage: language => import('./data.ts').then(module => module.keepLanguage(language)) },
  arrivals: {
    // Not awaited.
    ref: async () =>
      void import('./referral-visit.ts').then(({ reportReferralVisit }) => reportReferralVisit(location.search)),
  },
  screens: {
    updateProfile: {
      screen: () => import('./EditProfileScreen.tsx').then(module => module.UpdateProfileScreen),
      place: 'updateProfile',
      isBare: true,
      title: 'accounts.title.profile',
    },
    delete: {
      ...setting,
      screen: () => import('./DeleteScreen.tsx'),
      title: 'accounts.title.delete',
      parent: 'home',
    },
    userEdit: {
      ...setting,
      screen: () => import('./EditProfileScreen.tsx').then(module => module.EditProfileScreen),
      title: 'shell.title.userEdit',
      parent: 'home',
    },
    userSetting: {
      ...setting,
      screen: () => import('./SettingsScreen.tsx').then(module => module.SettingMenuScreen),
      parent: 'home',
    },
    userSettings: {
      ...setting,
      screen: () => import('./SettingsScreen.tsx').then(module => module.SettingsScreen),
      parent: 'userSetting',
    },
    userPassword: { ...setting, screen: () => import('./PasswordScreen.tsx') },
    userDevices: { ...setting, screen: () => import('./DevicesScreen.tsx') },
    referrals: { ...own, screen: () => import('./ActivityScreens.tsx').then(module => module.ReferralsScreen) },
    bonuses: { ...own, screen: () => import('./ActivityScreens.tsx').then(module => module.BonusesScreen) },
  },
  menu: [
    { at: { settings: 20, profile: 10 }, label: 'shell.title.userEdit', icon: 'user', address: 'userEdit' },
    { at: { settings: 30, profile: 30 }, label: 'shell.title.userSettings', icon: 'settings', address: 'userSettings' },
    {
      at: { profile: 70 },
      label: 'accounts.title.delete',
      icon: 'close',
      address: 'delete',
      isDanger: true,
      isSeparated: true,
    },
    { at: { activity: 20 }, label: 'profile.referrals', icon: 'users', address: 'referrals' },
    { at: { activity: 30 }, label: 'profile.bonuses', icon: 'star', address: 'bonuses' },
  ],
})

import { declareFeature } from '#web/platform/feature.ts'

const addresses = { downloads: '/user/downloads' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

declare module '#web/platform/openers.ts' {
  interface Openers {
    /** Asks somebody who signs out what becomes of their downloads; removes them if that is the answer. */
    leaveDownloads: () => Promise<void>
    /** Removes what somebody whose account is gone has downloaded to this device. */
    forgetDownloads: (userId: number) => Promise<void>
  }
}

/** How long the first screens have for themselves, in ms. */
const unhurried = 5000
const begin = () => import('./begin-downloads.ts').then(module => module.beginDownloads())

/** What learners take along: films and files of courses, for when there is no network. */
export const downloads = declareFeature(addresses, {
  isOn: config => config.isOfflineEnable,
  copy: 'account',
  copyOf: { 'downloads.': 'account' },
  slots: { download: () => import('./DownloadPart.tsx') },
  openers: {
    leaveDownloads: () => import('./leave-downloads.tsx').then(module => module.leaveDownloads()),
    forgetDownloads: userId => import('./leave-downloads.tsx').then(module => module.forgetDownloads(userId)),
  },
  whenSignedIn: () => void setTimeout(() => void begin().catch(() => {}), unhurried),
  screens: {
    downloads: {
      screen: () => import('./DownloadsScreen.tsx'),
      section: 'profile',
      place: 'settings',
      title: 'shell.title.downloads',
      parent: 'userSettings',
    },
  },
  menu: [{ at: { settings: 45 }, label: 'shell.title.downloads', icon: 'download', address: 'downloads' }],
})

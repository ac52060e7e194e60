import { addCopy } from '#web/platform/copy.ts'
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

/** How long what was asked for has the network for itself, in ms; without one there is nothing to wait for. */
const unhurried = 2000
const later = () => new Promise(resolve => setTimeout(resolve, navigator.onLine ? unhurried : 0))
const begin = async () => {
  await later()
  ;(await import('./begin-downloads.ts')).beginDownloads()
}

const part = async () => {
  await later()
  return (await Promise.all([import('./DownloadPart.tsx'), addCopy('account')]))[0]
}

/** What learners take along: films and files of courses, for when there is no network. */
export const downloads = declareFeature(addresses, {
  isOn: config => config.isOfflineEnable,
  copyOf: { 'downloads.': 'account' },
  slots: { download: part },
  openers: {
    leaveDownloads: () => import('./leave-downloads.tsx').then(module => module.leaveDownloads()),
    forgetDownloads: userId => import('./leave-downloads.tsx').then(module => module.forgetDownloads(userId)),
  },
  whenSignedIn: () => void begin().catch(() => {}),
  screens: {
    downloads: {
      screen: () => import('./DownloadsScreen.tsx'),
      section: 'profile',
      copy: 'account',
      place: 'settings',
      title: 'shell.title.downloads',
      parent: 'userSettings',
    },
  },
  menu: [{ at: { settings: 45 }, label: 'shell.title.downloads', icon: 'download', address: 'downloads' }],
})

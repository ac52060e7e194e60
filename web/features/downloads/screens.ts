import type { Part } from '#kit/shell/part.ts'
import { addCopy } from '#web/platform/copy.ts'
import { declareFeature } from '#web/platform/feature.ts'
import { unhurried } from '#web/platform/unhurried.ts'

const addresses = { downloads: '/user/downloads' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

declare module '#web/platform/openers.ts' {
  interface Openers {
    /** Asks somebody who signs out what becomes of their downloads; those of a person whose account is `gone` are removed. */
    leaveDownloads: (gone?: number) => Promise<void>
  }
}

async function late<Props>(load: () => Promise<Part<Props>>): Promise<Part<Props>> {
  await unhurried()
  return (await Promise.all([load(), addCopy('account')]))[0]
}

const begin = () => import('./begin-downloads.ts').then(module => module.beginDownloads())

/** What learners take along: films and files of courses, for when there is no network. */
export const downloads = declareFeature(addresses, {
  isOn: config => config.isOfflineEnable,
  copyOf: { 'downloads.': 'account' },
  slots: {
    download: () => late(() => import('./DownloadPart.tsx')),
    offline: () => late(() => import('./LastSynced.tsx')),
  },
  openers: { leaveDownloads: gone => import('./leave-downloads.tsx').then(module => module.leaveDownloads(gone)) },
  whenSignedIn: () => unhurried().then(begin),
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
})

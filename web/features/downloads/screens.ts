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

const parts = () => import('./late-downloads.ts')

async function late() {
  await unhurried()
  return (await Promise.all([parts(), addCopy('talk')]))[0]
}

/** What learners take along: films and files of courses, for when there is no network. */
export const downloads = declareFeature(addresses, {
  isOn: config => config.isOfflineEnable,
  copyOf: { 'downloads.': 'talk' },
  slots: {
    download: () => late().then(module => module.DownloadPart),
    offline: () => late().then(module => module.LastSynced),
  },
  openers: { leaveDownloads: gone => parts().then(module => module.leaveDownloads(gone)) },
  keeps: 'downloads ',
  whenSignedIn: () =>
    unhurried()
      .then(parts)
      .then(module => module.beginDownloads()),
  screens: {
    downloads: {
      screen: () => import('./DownloadsScreen.tsx'),
      section: 'profile',
      copy: 'talk',
      place: 'settings',
      title: 'shell.title.downloads',
      parent: 'userSettings',
    },
  },
})

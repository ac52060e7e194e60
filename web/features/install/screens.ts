import { declareFeature } from '#web/platform/feature.ts'
import { unhurried } from '#web/platform/unhurried.ts'

const addresses = { share: '/share' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

const begin = () => import('./begin-install.ts').then(module => module.beginInstall())

/** The app on a device of the learner's: how it gets there, the number on its icon, and what other apps share with it. */
export const install = declareFeature(addresses, {
  copy: 'talk',
  copyOf: { 'install.': 'account' },
  whenSignedIn: () => unhurried().then(begin),
  screens: { share: { screen: () => import('./share/ShareScreen.tsx'), title: 'shell.title.share', parent: 'home' } },
})

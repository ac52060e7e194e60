import { declareFeature } from '#web/platform/feature.ts'
import { awaitConsent } from './await-consent.ts'

const addresses = { settingsCookie: '/user/settings/cookie' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The cookie banner, and the analytics it allows. */
export const consent = declareFeature(addresses, {
  copy: 'first',
  afterPaint: {
    load: () => import('./begin-consent.tsx'),
    await: awaitConsent,
  },
  screens: {
    settingsCookie: {
      screen: () => import('./CookieScreen.tsx'),
      place: 'settings',
      section: 'profile',
      title: 'shell.title.cookies',
      parent: 'home',
    },
  },
})

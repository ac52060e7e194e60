import { addCopy } from '#web/platform/copy.ts'
import { declareFeature } from '#web/platform/feature.ts'
import { awaitConsent } from './await-consent.ts'

const addresses = { settingsCookie: '/user/settings/cookie' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The cookie banner, and the analytics it allows. */
export const consent = declareFeature(addresses, {
  copy: 'consent',
  afterPaint: {
    load: async () => (await Promise.all([import('./begin-consent.tsx'), addCopy('consent')]))[0],
    await: awaitConsent,
  },
  screens: {
    settingsCookie: {
      access: 'auth',
      screen: async () => (await import('./CookieScreen.tsx')).CookieScreen,
      place: 'settings',
      section: 'profile',
      title: 'shell.title.cookies',
      parent: 'home',
    },
  },
})

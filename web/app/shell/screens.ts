import { declareFeature } from '#web/platform/feature.ts'

const addresses = { document: '/document' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The app's own screens, independent of its features. */
export const shell = declareFeature(addresses, {
  copy: 'first',
  screens: {
    document: {
      access: 'any',
      screen: async () => (await import('./DocumentScreen.tsx')).DocumentScreen,
      copy: 'talk',
      title: 'shell.title.document',
      parent: 'home',
    },
  },
  menu: [
    {
      at: { settings: 50 },
      label: 'shell.menu.manual',
      icon: 'book',
      document: ({ manualUrl }) => manualUrl,
    },
    {
      at: { settings: 60 },
      label: 'shell.menu.instruction',
      icon: 'info',
      document: ({ instructionUrl }) => instructionUrl,
    },
    {
      at: { settings: 80, profile: 60 },
      label: 'shell.menu.preferences',
      icon: 'globe',
      isSeparated: true,
      act: async t => (await import('./preferences.tsx')).openPreferences(t),
    },
  ],
})

import { declareFeature } from '#web/platform/feature.ts'

/** The app's own entries in the menus, independent of its features. */
export const shell = declareFeature(
  {},
  {
    copy: 'first',
    screens: {},
    menu: [
      {
        at: { settings: 50, help: 50 },
        label: 'shell.menu.manual',
        icon: 'book',
        document: ({ manualUrl }) => manualUrl,
      },
      {
        at: { settings: 60, help: 60 },
        label: 'shell.menu.instruction',
        icon: 'info',
        document: ({ instructionUrl }) => instructionUrl,
      },
      {
        at: { settings: 80, profile: 60 },
        label: 'shell.menu.preferences',
        icon: 'globe',
        isSeparated: true,
        act: t => import('./preferences.tsx').then(module => module.openPreferences(t)),
      },
    ],
  },
)

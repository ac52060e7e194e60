import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  autoLogin: '/auto-login',
  logout: '/logout',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The session and the signed-in user. */
export const accounts = declareFeature(addresses, {
  copy: 'account',
  copyOf: {
    'accounts.login.': 'first',
    'accounts.offline': 'first',
  },
  moved: { '/user': '/home' },
  sections: { profile: '/user' },
  reads: [{ ...read('GET /user'), isNeeded: true }],
  screens: {
    autoLogin: {
      access: 'any',
      screen: () => import('./SignInLinkScreen.tsx'),
      title: 'shell.title.login',
    },
    logout: {
      access: 'any',
      screen: () => import('./LogoutScreen.tsx'),
      title: 'shell.title.logout',
    },
  },
  menu: [
    {
      at: { settings: 90 },
      label: 'shell.menu.studio',
      icon: 'users',
      isShown: ({ isStaff }) => isStaff,
      act: t => import('./leave.ts').then(module => module.openStudio(t)),
    },
    {
      at: { settings: 100, profile: 65 },
      label: 'shell.menu.exit',
      icon: 'exit',
      isDanger: true,
      act: (t, navigate) => import('./leave.ts').then(module => module.exit(t, navigate)),
    },
  ],
})

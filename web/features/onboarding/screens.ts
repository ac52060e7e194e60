import { declareFeature } from '#web/platform/feature.ts'

const addresses = { registration: '/registration' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The registration chat. */
export const onboarding = declareFeature(addresses, {
  copy: 'account',
  screens: {
    registration: {
      screen: () => import('./OnboardingScreen.tsx'),
      place: 'registration',
      title: 'shell.title.registration',
      parent: 'home',
    },
  },
})

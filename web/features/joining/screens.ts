import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  login: '/',
  signup: '/signup',
  reset: '/reset',
  codeSignIn: '/code',
  emailVerification: '/emailVerification',
  phoneVerification: '/phoneVerification',
  resetPassword: '/resetPassword',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Signing in and up, and verifying who you are. */
export const joining = declareFeature(addresses, {
  copy: 'account',
  arrivals: {
    token: async () => (await import('./link-codes.ts')).hideResetToken(),
    ref: async () => (await import('./link-codes.ts')).keepReferral(location.search),
  },
  guardScreen: async () => (await import('./required/GuardScreen.tsx')).GuardScreen,
  screens: {
    login: {
      access: 'guest',
      screen: async () => (await import('./LoginScreen.tsx')).LoginScreen,
      copy: 'first',
      title: 'shell.title.login',
    },
    signup: {
      access: 'guest',
      screen: async () => (await import('./SignUpScreen.tsx')).SignUpScreen,
      title: 'accounts.title.signup',
    },
    reset: {
      access: 'guest',
      screen: async () => (await import('./ResetScreen.tsx')).ResetScreen,
      title: 'accounts.title.password',
    },
    codeSignIn: {
      access: 'guest',
      screen: async () => (await import('./EmailCode.tsx')).CodeSignInScreen,
      title: 'accounts.title.code',
    },
    emailVerification: {
      access: 'auth',
      screen: async () => (await import('./required/EmailVerificationScreen.tsx')).EmailVerificationScreen,
      place: 'emailVerification',
      isBare: true,
      title: 'accounts.title.email',
    },
    phoneVerification: {
      access: 'auth',
      screen: async () => (await import('./required/PhoneVerificationScreen.tsx')).PhoneVerificationScreen,
      place: 'phoneVerification',
      isBare: true,
      title: 'accounts.title.phone',
    },
    resetPassword: {
      access: 'auth',
      screen: async () => (await import('./ResetPasswordScreen.tsx')).ResetPasswordScreen,
      place: 'resetPassword',
      isBare: true,
      title: 'accounts.title.password',
    },
  },
})

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
    token: () => import('./link-codes.ts').then(module => module.hideResetToken()),
    ref: () => import('./link-codes.ts').then(module => module.keepReferral(location.search)),
  },
  guardScreen: () => import('./required/GuardScreen.tsx'),
  screens: {
    login: {
      access: 'guest',
      screen: () => import('./LoginScreen.tsx'),
      copy: 'first',
      title: 'shell.title.login',
    },
    signup: {
      access: 'guest',
      screen: () => import('./SignUpScreen.tsx'),
      title: 'accounts.title.signup',
    },
    reset: {
      access: 'guest',
      screen: () => import('./ResetScreen.tsx'),
      title: 'accounts.title.password',
    },
    codeSignIn: {
      access: 'guest',
      screen: () => import('./EmailCode.tsx').then(module => module.CodeSignInScreen),
      title: 'accounts.title.code',
    },
    emailVerification: {
      screen: () => import('./required/EmailVerificationScreen.tsx'),
      place: 'emailVerification',
      isBare: true,
      title: 'accounts.title.email',
    },
    phoneVerification: {
      screen: () => import('./required/PhoneVerificationScreen.tsx'),
      place: 'phoneVerification',
      isBare: true,
      title: 'accounts.title.phone',
    },
    resetPassword: {
      screen: () => import('./ResetPasswordScreen.tsx'),
      place: 'resetPassword',
      isBare: true,
      title: 'accounts.title.password',
    },
  },
})

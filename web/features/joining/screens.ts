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
  guardScreen: () => import('./required/GuardScreen.tsx').then(module => module.GuardScreen),
  screens: {
    login: {
      access: 'guest',
      screen: () => import('./LoginScreen.tsx').then(module => module.LoginScreen),
      copy: 'first',
      title: 'shell.title.login',
    },
    signup: {
      access: 'guest',
      screen: () => import('./SignUpScreen.tsx').then(module => module.SignUpScreen),
      title: 'accounts.title.signup',
    },
    reset: {
      access: 'guest',
      screen: () => import('./ResetScreen.tsx').then(module => module.ResetScreen),
      title: 'accounts.title.password',
    },
    codeSignIn: {
      access: 'guest',
      screen: () => import('./EmailCode.tsx').then(module => module.CodeSignInScreen),
      title: 'accounts.title.code',
    },
    emailVerification: {
      screen: () => import('./required/EmailVerificationScreen.tsx').then(module => module.EmailVerificationScreen),
      place: 'emailVerification',
      isBare: true,
      title: 'accounts.title.email',
    },
    phoneVerification: {
      screen: () => import('./required/PhoneVerificationScreen.tsx').then(module => module.PhoneVerificationScreen),
      place: 'phoneVerification',
      isBare: true,
      title: 'accounts.title.phone',
    },
    resetPassword: {
      screen: () => import('./ResetPasswordScreen.tsx').then(module => module.ResetPasswordScreen),
      place: 'resetPassword',
      isBare: true,
      title: 'accounts.title.password',
    },
  },
})

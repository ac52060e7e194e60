import { read } from '#kit/request/early-reads.ts'
import type { AddressName } from '../platform/addresses.ts'
import { addAccountCopy } from './copy.ts'
import type { Route } from './paths.ts'

/** A screen around one's own account, with what such screens say. */
export function withAccount<Screen>(screen: () => Promise<Screen>): () => Promise<Screen> {
  return async () => (await Promise.all([screen(), addAccountCopy()]))[0]
}

type Names = Extract<
  AddressName,
  | 'signup'
  | 'reset'
  | 'codeSignIn'
  | 'emailVerification'
  | 'phoneVerification'
  | 'resetPassword'
  | 'updateProfile'
  | 'delete'
  | 'subscriptions'
>

/** Joining, proving who one is, and leaving (RTE-02, RTE-03, RTE-06). */
export const accountRoutes: { [Name in Names]: Route<Name> } = {
  signup: {
    access: 'guest',
    screen: withAccount(async () => (await import('../features/accounts/joining/SignUpScreen.tsx')).SignUpScreen),
    title: 'accounts.title.signup',
  },
  reset: {
    access: 'guest',
    screen: withAccount(async () => (await import('../features/accounts/joining/ResetScreen.tsx')).ResetScreen),
    title: 'accounts.title.password',
  },
  codeSignIn: {
    access: 'guest',
    screen: withAccount(
      async () => (await import('../features/accounts/joining/CodeSignInScreen.tsx')).CodeSignInScreen,
    ),
    title: 'accounts.title.code',
  },
  emailVerification: {
    access: 'auth',
    screen: withAccount(
      async () => (await import('../features/accounts/joining/EmailVerificationScreen.tsx')).EmailVerificationScreen,
    ),
    place: 'emailVerification',
    isBare: true,
    title: 'accounts.title.email',
  },
  phoneVerification: {
    access: 'auth',
    screen: withAccount(
      async () => (await import('../features/accounts/joining/PhoneVerificationScreen.tsx')).PhoneVerificationScreen,
    ),
    place: 'phoneVerification',
    isBare: true,
    title: 'accounts.title.phone',
  },
  resetPassword: {
    access: 'auth',
    screen: withAccount(
      async () => (await import('../features/accounts/joining/ResetPasswordScreen.tsx')).ResetPasswordScreen,
    ),
    place: 'resetPassword',
    isBare: true,
    title: 'accounts.title.password',
  },
  updateProfile: {
    access: 'auth',
    screen: withAccount(
      async () => (await import('../features/accounts/joining/UpdateProfileScreen.tsx')).UpdateProfileScreen,
    ),
    place: 'updateProfile',
    isBare: true,
    title: 'accounts.title.profile',
  },
  delete: {
    access: 'auth',
    screen: withAccount(async () => (await import('../features/accounts/joining/DeleteScreen.tsx')).DeleteScreen),
    place: 'settings',
    section: 'profile',
    title: 'accounts.title.delete',
    parent: 'home',
  },
  subscriptions: {
    access: 'auth',
    screen: withAccount(async () => (await import('../features/billing/SubscriptionsScreen.tsx')).SubscriptionsScreen),
    data: () => [read('GET /payment-subscription')],
    place: 'subscriptions',
    needsEmail: true,
    section: 'profile',
    title: 'accounts.title.subscriptions',
    parent: 'home',
  },
}

import { read } from '#kit/request/early-reads.ts'
import type { AddressName } from '#web/platform/addresses.ts'
import type { accountScreens as AccountScreens } from './account-screens.ts'
import { addAccountCopy } from './copy.ts'
import type { Route } from './paths.ts'

/** A screen around one's own account, with what such screens say. */
export function accountScreen<Screen>(choose: (screens: typeof AccountScreens) => Promise<Screen>) {
  return async (): Promise<Screen> => {
    const [{ accountScreens }] = await Promise.all([import('./account-screens.ts'), addAccountCopy()])
    return choose(accountScreens)
  }
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

/** Joining, proving who one is, and leaving. */
export const accountRoutes: { [Name in Names]: Route<Name> } = {
  signup: {
    access: 'guest',
    screen: accountScreen(screens => screens.signUp()),
    title: 'accounts.title.signup',
  },
  reset: {
    access: 'guest',
    screen: accountScreen(screens => screens.reset()),
    title: 'accounts.title.password',
  },
  codeSignIn: {
    access: 'guest',
    screen: accountScreen(screens => screens.codeSignIn()),
    title: 'accounts.title.code',
  },
  emailVerification: {
    access: 'auth',
    screen: accountScreen(screens => screens.emailVerification()),
    place: 'emailVerification',
    isBare: true,
    title: 'accounts.title.email',
  },
  phoneVerification: {
    access: 'auth',
    screen: accountScreen(screens => screens.phoneVerification()),
    place: 'phoneVerification',
    isBare: true,
    title: 'accounts.title.phone',
  },
  resetPassword: {
    access: 'auth',
    screen: accountScreen(screens => screens.resetPassword()),
    place: 'resetPassword',
    isBare: true,
    title: 'accounts.title.password',
  },
  updateProfile: {
    access: 'auth',
    screen: accountScreen(screens => screens.updateProfile()),
    place: 'updateProfile',
    isBare: true,
    title: 'accounts.title.profile',
  },
  delete: {
    access: 'auth',
    screen: accountScreen(screens => screens.delete()),
    place: 'settings',
    section: 'profile',
    title: 'accounts.title.delete',
    parent: 'home',
  },
  subscriptions: {
    access: 'auth',
    screen: accountScreen(screens => screens.subscriptions()),
    data: () => [read('GET /payment-subscription')],
    place: 'subscriptions',
    needsEmail: true,
    section: 'profile',
    title: 'accounts.title.subscriptions',
    parent: 'home',
  },
}

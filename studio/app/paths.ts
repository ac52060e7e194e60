import { type ComponentType, lazy } from 'react'
import type { CopyKey } from '#kit/copy/copy.tsx'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import type { AddressName, AddressParams } from '#studio/platform/addresses.ts'

type Role = User['role']

/** The parts of the studio, each with an entry in the shell. */
export type Section = 'reviews' | 'inbox' | 'support' | 'users' | 'brand' | 'audit'

type Route<Name extends AddressName> = { section: Section; screen: ComponentType<AddressParams<Name>> }

/** Who works in a section; the server judges every call itself. `key` opens it. */
export const sections: Record<Section, { title: CopyKey; icon: IconName; key: string; roles: readonly Role[] }> = {
  reviews: { title: 'shell.reviews', icon: 'homework', key: 'r', roles: ['expert', 'admin'] },
  inbox: { title: 'shell.inbox', icon: 'chat', key: 'i', roles: ['expert', 'admin'] },
  support: { title: 'helpdesk.title', icon: 'support', key: 'h', roles: ['support', 'admin'] },
  users: { title: 'people.title', icon: 'users', key: 'p', roles: ['support', 'admin'] },
  brand: { title: 'brand.title', icon: 'settings', key: 'b', roles: ['admin'] },
  audit: { title: 'shell.audit', icon: 'document', key: 'u', roles: ['admin'] },
}

type ScreenName = Exclude<AddressName, 'home' | 'login'>

export const routes: { [Name in ScreenName]: Route<Name> } = {
  reviews: {
    section: 'reviews',
    screen: lazy(async () => ({
      default: (await import('#studio/features/homework/ReviewsScreen.tsx')).ReviewsScreen,
    })),
  },
  review: {
    section: 'reviews',
    screen: lazy(async () => ({
      default: (await import('#studio/features/homework/desk/ReviewScreen.tsx')).ReviewScreen,
    })),
  },
  inbox: {
    section: 'inbox',
    screen: lazy(async () => ({ default: (await import('#studio/features/chat/InboxScreen.tsx')).InboxScreen })),
  },
  chat: {
    section: 'inbox',
    screen: lazy(async () => ({ default: (await import('./ChatScreen.tsx')).ChatScreen })),
  },
  support: {
    section: 'support',
    screen: lazy(async () => ({ default: (await import('#studio/features/support/SupportScreen.tsx')).SupportScreen })),
  },
  supportRequest: {
    section: 'support',
    screen: lazy(async () => ({ default: (await import('#studio/features/support/SupportScreen.tsx')).SupportScreen })),
  },
  users: {
    section: 'users',
    screen: lazy(async () => ({ default: (await import('#studio/features/people/UsersScreen.tsx')).UsersScreen })),
  },
  user: {
    section: 'users',
    screen: lazy(async () => ({
      default: (await import('#studio/features/people/PersonScreen.tsx')).PersonScreen,
    })),
  },
  brand: {
    section: 'brand',
    screen: lazy(async () => ({ default: (await import('#studio/features/brands/BrandScreen.tsx')).BrandScreen })),
  },
  audit: {
    section: 'audit',
    screen: lazy(async () => ({ default: (await import('#studio/features/accounts/AuditScreen.tsx')).AuditScreen })),
  },
}

/** The sections that a role works in, in the order of the shell. */
export function sectionsOf(role: Role): Section[] {
  return (Object.keys(sections) as Section[]).filter(name => sections[name].roles.includes(role))
}

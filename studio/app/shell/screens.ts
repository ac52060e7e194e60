import { addAddresses } from '#studio/platform/addresses.ts'

const addresses = { home: '/admin', login: '/admin/login' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

addAddresses(addresses)

/** The studio's own addresses: its start and sign-in. */
export const shell = { screens: {} }

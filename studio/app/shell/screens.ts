import { addAddresses } from '#studio/platform/addresses.ts'

const addresses = { home: '/admin', login: '/admin/login' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** What authors see above every screen; `section` is the one that they are in. */
    frame: { section: string | undefined }
  }
}

addAddresses(addresses)

/** The studio's own addresses: its start and sign-in. */
export const shell = { screens: {} }

import { address, featureSettings, oneOf, setting } from '#server/platform/setting.ts'
import { readRoots } from './providers/apple/roots.ts'
import type { ProviderKind } from './providers/provider.ts'

const origin = (text: string) =>
  text === '' ? undefined : address(text, ['http:', 'https:'], 'http://127.0.0.1:8090').origin

/** The trial payment provider beside this process. */
export type OwnSandbox = {
  /** Where it is asked; undefined while it does not run. */
  url(): string | undefined
  /** The keys of a brand’s account; starts it when it does not run. */
  keysOf(brandId: string): Promise<{ key: string; signingSecret: string }>
  /** Has it tell this server, at an account’s address, what happens in a brand’s. */
  tell(brandId: string, accountId: number): Promise<void>
}

type Given = {
  sandboxUrl: string | undefined
  ownSandbox?: OwnSandbox | undefined
  /** Where providers are that are not at their own address, as their doubles. */
  providersAt?: Partial<Record<ProviderKind | 'google', string>>
  /** The certificates in which Apple’s signatures end, in DER; Apple’s own where they are left out. */
  appleRoots?: readonly Buffer[] | undefined
  /** Whether Apple is asked if its certificates still hold; it is where this is left out. */
  checksAppleOnline?: boolean
}

/** Where the trial payment provider is when it does not run beside this process. */
export const billingSettings = featureSettings({
  table: {
    SANDBOX_URL: setting(
      '',
      'Address of a trial payment provider that runs elsewhere, as beside another server of the school.',
      origin,
    ),
    APPLE_ROOTS: setting(
      '',
      'File of root certificates (PEM) for purchases in the App Store, instead of Apple’s.',
      text => (text === '' ? undefined : readRoots(text)),
    ),
    APPLE_ONLINE_CHECKS: setting(
      'on',
      'Whether Apple is asked if a certificate was revoked (OCSP) when it signs a purchase: on or off.',
      oneOf('on', 'off'),
    ),
  },
  read: (read): Given => ({
    sandboxUrl: read('SANDBOX_URL'),
    appleRoots: read('APPLE_ROOTS'),
    checksAppleOnline: read('APPLE_ONLINE_CHECKS') === 'on',
  }),
})

import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import {
  type SocialPlatform,
  type SocialSource,
  socialAddress,
  socialPlatformOf,
} from '#shared/features/social/rules.ts'
import { keepReturnUrl } from '#web/features/accounts/session.ts'

/** Whose order of networks this device is shown. */
export function socialPlatform(): SocialPlatform {
  return socialPlatformOf(navigator.userAgent, navigator.maxTouchPoints)
}

/** The networks of this school, in its order for the device; the server leaves out what is not set up. */
export function offeredNetworks(): readonly SocialSource[] {
  return site().config.socialAuth[socialPlatform()]
}

const withReturns = (address: string, returnTo: string) =>
  `${address}&${new URLSearchParams({ successUrl: returnTo, cancelUrl: returnTo })}`

/** Where to sign in by a network; it comes back to the sign-in, which leads on. */
export function signInAddress(source: SocialSource): string {
  return withReturns(socialAddress(source, 'login', site().appId), '/')
}

/** Keeps the return address of the page for when the network sends the person back to this tab. */
export function keepPlace(): void {
  const wished = new URLSearchParams(location.search).get('returnUrl')
  if (wished) keepReturnUrl(wished)
}

/** Leaves for a network to link it; it comes back to `returnTo`. The address has a one-time token, never the session's. */
export async function setOutToLink(source: SocialSource, returnTo: string): Promise<void> {
  const { data } = await request('POST /auth/transfer-token')
  const address = withReturns(socialAddress(source, 'link', site().appId), returnTo)
  location.assign(`${address}&token=${encodeURIComponent(data.token)}`)
}

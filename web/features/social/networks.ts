import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import {
  type SocialPlatform,
  type SocialSource,
  socialAddress,
  socialPlatformOf,
} from '#shared/features/social/rules.ts'
import { keepReturnUrl } from '#web/features/accounts/session.ts'
import { prove } from '#kit/features/accounts/with-proof.ts'

/** The platform whose list of networks applies to this device. */
export function socialPlatform(): SocialPlatform {
  return socialPlatformOf(navigator.userAgent, navigator.maxTouchPoints)
}

/** The school's networks in its order for this device; the server leaves out those that are not set up. */
export function offeredNetworks(): readonly SocialSource[] {
  return site().config.socialAuth[socialPlatform()]
}

const withReturns = (address: string, returnTo: string) =>
  `${address}&${new URLSearchParams({ successUrl: returnTo, cancelUrl: returnTo })}`

/** The address to sign in with a network; the network sends the person back to the sign-in screen. */
export function signInAddress(source: SocialSource): string {
  return withReturns(socialAddress(source, 'login', site().appId), '/')
}

/** Stores the page's return address until the network sends the person back to this tab. */
export function keepReturnAddress(): void {
  const wished = new URLSearchParams(location.search).get('returnUrl')
  if (wished) keepReturnUrl(wished)
}

/** The person has come back from a network that was not linked, and no screen has said so yet. */
let hasComeBackInVain = false

export function keepVainReturn(): void {
  hasComeBackInVain = true
}

/** Whether the last link failed; answers so once. */
export function takeVainReturn(): boolean {
  const was = hasComeBackInVain
  hasComeBackInVain = false
  return was
}

/**
 * Leaves for a network to link it; it returns to `returnTo`. The address carries a one-time token, never the session's.
 * Answers whether it leaves: not for somebody who does not prove who they are.
 */
export async function startLinking(source: SocialSource, returnTo: string): Promise<boolean> {
  if (!(await prove())) return false
  const { data } = await request('POST /auth/transfer-token')
  const address = withReturns(socialAddress(source, 'link', site().appId), returnTo)
  location.assign(`${address}&token=${encodeURIComponent(data.token)}`)
  return true
}

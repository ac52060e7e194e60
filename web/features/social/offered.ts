import { site } from '#kit/features/brands/site.ts'
import { type SocialPlatform, type SocialSource, socialPlatformOf } from '#shared/features/social/rules.ts'

/** Whose order of networks this device is shown. */
export function socialPlatform(): SocialPlatform {
  return socialPlatformOf(navigator.userAgent, navigator.maxTouchPoints)
}

/** The networks of this school, in its order for the device; the server leaves out what is not set up. */
export function offeredNetworks(): readonly SocialSource[] {
  return site().config.socialAuth[socialPlatform()]
}

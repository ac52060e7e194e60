import { site } from '#kit/features/brands/site.ts'
import type { SocialPlatform, SocialSource } from '#shared/features/accounts/social.ts'
import { needsOwnWindow } from '../../../platform/document-address.ts'

/** Whose order of networks this device is shown; iPads say Macintosh (ACC-30). */
export function socialPlatform(): SocialPlatform {
  return needsOwnWindow(navigator) ? 'ios' : 'android'
}

/** The networks of this school, in its order for the device; the server leaves out what is not set up. */
export function offeredNetworks(): readonly SocialSource[] {
  return site().config.socialAuth[socialPlatform()]
}

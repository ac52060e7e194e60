/** The networks by which people may sign in. */
export const socialSources = ['google', 'vkontakte', 'facebook', 'apple'] as const
export type SocialSource = (typeof socialSources)[number]

/** What the networks call themselves. */
export const socialNames: Record<SocialSource, string> = {
  google: 'Google',
  vkontakte: 'VK',
  facebook: 'Facebook',
  apple: 'Apple',
}

/** What a brand lists its networks by. */
export type SocialPlatform = 'android' | 'ios'

/**
 * Whose order of networks a device is shown: Apple's phones and tablets have one, all others another. An iPad says
 * Macintosh; what tells it is that it can be touched, which only the device itself knows.
 */
export function socialPlatformOf(userAgent: string, maxTouchPoints = 0): SocialPlatform {
  const isTablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  return isTablet || /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'android'
}

/** The codes of `errorCode`; `unknown_error` has for its message one word of what happened. */
export const socialErrorCodes = [
  'common_no_social_id',
  'login_no_link',
  'login_no_user_from_link',
  'link_user_unauthorised',
  'link_social_id_already_taken',
  'unknown_error',
] as const
export type SocialErrorCode = (typeof socialErrorCodes)[number]

/** The address from which a browser is sent to a network; the caller adds successUrl and cancelUrl. */
export function socialAddress(source: SocialSource, purpose: 'login' | 'link', appId: string): string {
  return `/spa/social/${source}/${purpose}?appId=${encodeURIComponent(appId)}`
}

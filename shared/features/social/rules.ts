/** The networks people can sign in with. */
export const socialSources = ['google', 'vkontakte', 'facebook', 'apple'] as const
export type SocialSource = (typeof socialSources)[number]

/** What the networks call themselves. */
export const socialNames: Record<SocialSource, string> = {
  google: 'Google',
  vkontakte: 'VK',
  facebook: 'Facebook',
  apple: 'Apple',
}

/** The platforms a brand lists its networks for. */
export type SocialPlatform = 'android' | 'ios'

/**
 * Which platform's network order a device gets: Apple phones and tablets have their own, all others share one. An iPad
 * claims to be a Macintosh; only touch support, known to the device alone, gives it away.
 */
export function socialPlatformOf(userAgent: string, maxTouchPoints = 0): SocialPlatform {
  const isTablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  return isTablet || /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'android'
}

/** The values of `errorCode`; for `unknown_error` the message is a one-word cause. */
export const socialErrorCodes = [
  'common_no_social_id',
  'login_no_link',
  'login_no_user_from_link',
  'link_user_unauthorised',
  'link_social_id_already_taken',
  'unknown_error',
] as const
export type SocialErrorCode = (typeof socialErrorCodes)[number]

/** The address that sends a browser to a network; the caller adds successUrl and cancelUrl. */
export function socialAddress(source: SocialSource, purpose: 'login' | 'link', appId: string): string {
  return `/spa/social/${source}/${purpose}?appId=${encodeURIComponent(appId)}`
}

import type { Site } from '#kit/features/brands/site.ts'

type Named = Pick<
  Site['config'],
  'instructionUrl' | 'guidelineUrl' | 'manualUrl' | 'cookiePolicyLink' | 'communityUrls'
>

/** Whether a document is on the school's own site, or on one that its configuration names. */
export function isOnKnownSite(
  address: string,
  origin: string,
  config: Named,
  trustedOrigins: readonly string[],
): boolean {
  const { instructionUrl, guidelineUrl, manualUrl, cookiePolicyLink, communityUrls } = config
  const links = [instructionUrl, guidelineUrl, manualUrl, cookiePolicyLink, ...Object.values(communityUrls)]
  const origins = links.flatMap(link => (link && URL.canParse(link, origin) ? [new URL(link, origin).origin] : []))
  return [origin, ...trustedOrigins, ...origins].includes(new URL(address).origin)
}

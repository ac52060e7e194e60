import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'

/** The brand's own words about cookies, where it has some. */
export function PolicyLink() {
  const t = useCopy()
  const address = site().config.cookiePolicyLink
  if (!address) return null
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {t('consent.policy')}
    </a>
  )
}

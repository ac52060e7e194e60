import { site } from '#kit/features/brands/site.ts'
import { person } from '#web/platform/analytics.ts'

/** Loads the mobile-app offer once somebody is signed in, if the brand has an app. */
export function awaitPromo(): void {
  const { ios, android } = site().config.mobileAppLinks
  if (!ios && !android) return
  const stop = person.subscribe(() => {
    if (!person.read()) return
    stop()
    void import('./start-promo.ts').then(({ startPromo }) => startPromo()).catch(() => {})
  })
}

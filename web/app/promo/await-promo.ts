import { site } from '#kit/features/brands/site.ts'
import { person } from '#web/platform/analytics.ts'

/** Where the brand has a mobile app, loads the way to it once somebody is signed in. */
export function awaitPromo(): void {
  const { ios, android } = site().config.mobileAppLinks
  if (!ios && !android) return
  const stop = person.subscribe(() => {
    if (!person.read()) return
    stop()
    void import('./start-promo.ts').then(({ startPromo }) => startPromo()).catch(() => {})
  })
}

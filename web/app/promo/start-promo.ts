import { site } from '#kit/features/brands/site.ts'
import { person } from '#web/platform/analytics.ts'
import { isPromoDue, promoDelay, promoFrom } from './promo-rule.ts'

/** Stored per device, whoever signs in. */
export const promoKey = 'app-promo'

let wasShown = false

async function show(): Promise<void> {
  const { ios, android } = site().config.mobileAppLinks
  const isDue = isPromoDue(promoFrom(localStorage.getItem(promoKey)), Date.now())
  // Never covers another dialog.
  if (wasShown || !isDue || !person.read() || document.querySelector('dialog[open]')) return
  wasShown = true
  const { openPromo } = await import('./AppPromo.tsx')
  await openPromo({ ios, android })
}

/** Offers the mobile app on desktops, a while after the user is known. */
export function startPromo(): void {
  const { ios, android } = site().config.mobileAppLinks
  if (!ios && !android) return
  const wait = () => {
    if (!person.read() || !matchMedia('(min-width: 1244px)').matches) return
    setTimeout(() => void show().catch(() => (wasShown = false)), promoDelay)
  }
  person.subscribe(wait)
  wait()
}

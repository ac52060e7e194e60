import { site } from '#kit/features/brands/site.ts'
import { person } from '#web/platform/analytics.ts'

/** How many times in a row the offer was closed, and when last, in ms; null before the first time. */
type Promo = { closes: 0 | 1 | 2; closedAt: number | null }

export const unseen: Promo = { closes: 0, closedAt: null }

/** Delay after a sign-in, in ms. */
export const promoDelay = 2000
const day = 86_400_000

/** Whether the wait has passed: a day, or three after two closes. Setting the clock back does not extend it. */
export function isPromoDue({ closes, closedAt }: Promo, now: number): boolean {
  const wait = closes === 2 ? 3 * day : day
  return closedAt === null || closedAt > now || now - closedAt >= wait
}

/** After another close: the count cycles 0, 1, 2. */
export function afterClose({ closes }: Promo, now: number): Promo {
  return { closes: ((closes + 1) % 3) as Promo['closes'], closedAt: now }
}

/** Reads the stored state; anything unreadable counts as none. */
export function promoFrom(text: string | null): Promo {
  const [, closes, closedAt] = /^([012]) (\d{1,15})$/.exec(text ?? '') ?? []
  return closes && closedAt ? { closes: Number(closes) as Promo['closes'], closedAt: Number(closedAt) } : unseen
}

/** The stored form. */
export const promoText = ({ closes, closedAt }: Promo) => `${closes} ${closedAt ?? 0}`

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

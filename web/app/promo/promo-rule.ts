/** How often in a row the way to the mobile app was closed, and when last, in ms; null before the first time. */
export type Promo = { closes: 0 | 1 | 2; closedAt: number | null }

export const unseen: Promo = { closes: 0, closedAt: null }

/** How long after a login it comes, in ms. */
export const promoDelay = 2000
const day = 86_400_000

/** Whether the wait has passed: a day, or three after two closes. A clock that was set back does not make it longer. */
export function isPromoDue({ closes, closedAt }: Promo, now: number): boolean {
  const wait = closes === 2 ? 3 * day : day
  return closedAt === null || closedAt > now || now - closedAt >= wait
}

/** After another close: the count goes 0, 1, 2 and begins again. */
export function afterClose({ closes }: Promo, now: number): Promo {
  return { closes: ((closes + 1) % 3) as Promo['closes'], closedAt: now }
}

/** What was stored, or as if nothing was. */
export function promoFrom(text: string | null): Promo {
  const [, closes, closedAt] = /^([012]) (\d{1,15})$/.exec(text ?? '') ?? []
  return closes && closedAt ? { closes: Number(closes) as Promo['closes'], closedAt: Number(closedAt) } : unseen
}

/** As it is stored. */
export const promoText = ({ closes, closedAt }: Promo) => `${closes} ${closedAt ?? 0}`

import { pathTo, placeOf } from '#studio/platform/addresses.ts'

/**
 * Where to go after sign-in: the wished address when it is one of the studio's own on this origin, else its start. The
 * sign-in itself is none.
 */
export function returnPath(wished: string | null, origin: string): string {
  const home = pathTo('reviews')
  if (!wished || !URL.canParse(wished, origin)) return home
  const url = new URL(wished, origin)
  const place = placeOf(url.pathname)
  if (url.origin !== origin || url.username || !place || place.name === 'login' || place.name === 'home') return home
  return url.pathname + url.search
}

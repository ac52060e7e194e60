import { useLocation, useSearch } from 'wouter'

/** Every address of the studio. What each shows is in studio/app/paths.ts; features link by `pathTo`. */
const addresses = {
  home: '/admin',
  login: '/admin/login',
  reviews: '/admin/reviews',
  review: '/admin/reviews/:reviewId',
  inbox: '/admin/inbox',
  chat: '/admin/inbox/:chatId',
  support: '/admin/support',
  supportRequest: '/admin/support/:requestId',
  users: '/admin/users',
  user: '/admin/users/:userId',
  brand: '/admin/brand',
  audit: '/admin/audit',
} as const

export type AddressName = keyof typeof addresses

type Names<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<`/${Tail}`>
    : Rest
  : never

/** The parameters of an address, all positive integers. */
export type AddressParams<Name extends AddressName> = { [Param in Names<(typeof addresses)[Name]>]: number }

type Query = Record<string, string | number | undefined>
type Rest<Name extends AddressName> = keyof AddressParams<Name> extends never
  ? [params?: object, query?: Query]
  : [params: AddressParams<Name>, query?: Query]

/** The address of a screen: `pathTo('review', { reviewId: 7 }, { course: 3 })` is '/admin/reviews/7?course=3'. */
export function pathTo<Name extends AddressName>(name: Name, ...[params, query]: Rest<Name>): string {
  const given: Record<string, number> = { ...params }
  const path = addresses[name].replace(/:([A-Za-z]+)/g, (_, param: string) => String(given[param]))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value))
  return search.size ? `${path}?${search}` : path
}

export type Place = { name: AddressName; params: Record<string, number> } | undefined

/** The address and parameters of a path; undefined if it is none of the studio. A trailing slash is ignored. */
export function placeOf(path: string): Place {
  const parts = path.replace(/\/+$/, '').split('/')
  for (const name of Object.keys(addresses) as AddressName[]) {
    const params = paramsAt(addresses[name].split('/'), parts)
    if (params) return { name, params }
  }
  return undefined
}

function paramsAt(places: readonly string[], parts: readonly string[]): Record<string, number> | undefined {
  if (places.length !== parts.length) return undefined
  const params: Record<string, number> = {}
  for (const [index, place] of places.entries()) {
    const part = parts[index] ?? ''
    if (!place.startsWith(':')) {
      if (place !== part) return undefined
    } else if (/^[1-9]\d{0,14}$/.test(part)) params[place.slice(1)] = Number(part)
    else return undefined
  }
  return params
}

/** The query of the present address: `set` changes the given values and removes those that are undefined. */
export function useQueryState() {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  return {
    get: (name: string) => search.get(name) ?? undefined,
    /** A positive integer, else undefined. */
    getId(name: string) {
      const text = search.get(name)
      return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
    },
    set(changes: Record<string, string | number | undefined>) {
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') search.delete(name)
        else search.set(name, String(value))
      }
      navigate(search.size ? `${path}?${search}` : path, { replace: true })
    },
  }
}

/**
 * Where to go after sign-in: the requested address if it is a screen of the studio on this origin, other than sign-in,
 * else its start.
 */
export function returnPath(requested: string | null, origin: string): string {
  const home = pathTo('reviews')
  if (!requested || !URL.canParse(requested, origin)) return home
  const url = new URL(requested, origin)
  const place = placeOf(url.pathname)
  if (url.origin !== origin || url.username || !place || place.name === 'login' || place.name === 'home') return home
  return url.pathname + url.search
}

import { useLocation, useSearch } from 'wouter'
import { fillPattern, paramsAt, type PatternParams } from '#kit/routing/pattern.ts'

/** Every address of the studio by name. A feature adds its own in its screens.ts; all links use `pathTo`. */
export interface Addresses {}
export type AddressName = keyof Addresses & string

/** The parameters in an address. All of them are positive whole numbers. */
export type AddressParams<Name extends AddressName> = PatternParams<Addresses[Name]>

const patterns: Record<string, string> = {}

/** Registers a feature's addresses. */
export function addAddresses(own: Record<string, string>): void {
  Object.assign(patterns, own)
}

type Query = Record<string, string | number | undefined>
type Rest<Name extends AddressName> = keyof AddressParams<Name> extends never
  ? [params?: object, query?: Query]
  : [params: AddressParams<Name>, query?: Query]

/** The address of a screen: `pathTo('review', { reviewId: 7 }, { course: 3 })` is '/admin/reviews/7?course=3'. */
export function pathTo<Name extends AddressName>(name: Name, ...[params, query]: Rest<Name>): string {
  const path = fillPattern(patterns[name] ?? '', { ...params })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value))
  return search.size ? `${path}?${search}` : path
}

export type Place = { name: AddressName; params: Record<string, number> } | undefined

/** The address and parameters of a path; undefined if the studio has no such address. A trailing slash is ignored. */
export function placeOf(path: string): Place {
  for (const [name, pattern] of Object.entries(patterns)) {
    const params = paramsAt(pattern, path)
    if (params) return { name: name as AddressName, params }
  }
  return undefined
}

/** The query of the address: `get` reads a value, `set` changes some and removes those given as undefined. */
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
 * Where to go after sign-in: the requested address if it is a studio screen on this origin other than sign-in,
 * otherwise the start.
 */
export function returnPath(requested: string | null, origin: string): string {
  const home = pathTo('home')
  if (!requested || !URL.canParse(requested, origin)) return home
  const url = new URL(requested, origin)
  const place = placeOf(url.pathname)
  if (url.origin !== origin || url.username || !place || place.name === 'login' || place.name === 'home') return home
  return url.pathname + url.search
}

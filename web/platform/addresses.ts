import { fillPattern, paramsAt, type PatternParams } from '#kit/routing/pattern.ts'
import { type IsOn, isOnHere } from './school.ts'

/** Every address of the learner app by name. A feature adds its own in its screens.ts; all links use `pathTo`. */
export interface Addresses {}
export type AddressName = keyof Addresses & string

/** The parameters in an address. All of them are positive whole numbers. */
export type AddressParams<Name extends AddressName> = PatternParams<Addresses[Name]>

const patterns: Record<string, string> = {}
const moved: Record<string, string> = {}
const switched: Record<string, IsOn> = {}

/** Registers a feature's addresses, where its old ones redirect, and whether the school has it. */
export function addAddresses(own: Record<string, string>, old: Record<string, string> = {}, isOn?: IsOn): void {
  Object.assign(patterns, own)
  Object.assign(moved, old)
  if (isOn) for (const name of Object.keys(own)) switched[name] = isOn
}

/** The pattern of every address, by name. */
export const addresses = patterns as Readonly<Record<AddressName, string>>

type Rest<Name extends AddressName> = keyof AddressParams<Name> extends never
  ? [params?: object, query?: Record<string, string>]
  : [params: AddressParams<Name>, query?: Record<string, string>]

/** The address of a screen: `pathTo('day', { streamId: 7, dayNumber: 3 })` is '/course/7/calendar/3'. */
export function pathTo<Name extends AddressName>(name: Name, ...[params, query]: Rest<Name>): string {
  const path = fillPattern(addresses[name], { ...params })
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

export type Place =
  | { kind: 'route'; name: AddressName; params: Record<string, number> }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' }

/** The place at a path of the app, if the school has it; a trailing slash makes no difference. Anything else is unknown. */
export function placeOf(path: string): Place {
  for (const [pattern, to] of Object.entries(moved)) {
    const params = paramsAt(pattern, path)
    if (params) return { kind: 'redirect', to: fillPattern(to, params) }
  }
  for (const [name, pattern] of Object.entries(patterns)) {
    const params = paramsAt(pattern, path)
    if (!params) continue
    return isOnHere(switched[name]) ? { kind: 'route', name: name as AddressName, params } : { kind: 'unknown' }
  }
  return { kind: 'unknown' }
}

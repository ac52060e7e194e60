import type { Unit } from './schema-form.ts'

type Json = Record<string, unknown>
/** What was changed and not saved yet, by the place of each unit. */
export type Changes = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a place like `site.theme.accent`; undefined where there is none. */
export function valueAt(root: unknown, place: string): unknown {
  let value = root
  for (const step of place.split('.')) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return value
}

/** A copy of `root` with another value at a place. */
function withValueAt(root: unknown, place: string, value: unknown): Json {
  const [step = '', ...rest] = place.split('.')
  const before = isObject(root) ? root : {}
  return { ...before, [step]: rest.length ? withValueAt(before[step], rest.join('.'), value) : value }
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The changes with one more; back at what is in force, it is none. */
export function changed(changes: Changes, inForce: unknown, place: string, value: unknown): Changes {
  const { [place]: _, ...others } = changes
  return isSame(value, valueAt(inForce, place)) ? others : { ...others, [place]: value }
}

/** What is in force with the changes over it. */
export function applied(inForce: Json, changes: Changes): Json {
  return Object.entries(changes).reduce((root, [place, value]) => withValueAt(root, place, value), inForce)
}

/** What the server is to say over the file: every unit that is another than there; null takes an optional one away. */
export function overrideOf(file: unknown, draft: unknown, units: readonly Unit[]): Json {
  return units.reduce<Json>((override, { place }) => {
    const value = valueAt(draft, place) ?? null
    return isSame(value, valueAt(file, place)) ? override : withValueAt(override, place, value)
  }, {})
}

/** What was said before and is not in force, as changes: to be mended. */
export function takenUp(override: unknown, file: unknown, units: readonly Unit[]): Changes {
  return Object.fromEntries(
    units.flatMap(({ place }) => {
      const value = valueAt(override, place)
      if (value === undefined) return []
      const base = valueAt(file, place)
      return [[place, isObject(value) && isObject(base) ? { ...base, ...value } : value] as const]
    }),
  )
}

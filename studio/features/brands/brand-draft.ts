import type { Unit } from './schema-form.ts'

type Json = Record<string, unknown>
/** Unsaved values by place, like `site.theme.accent`. */
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

/** The changes with one more; a value that is in force already is no change. */
export function withChange(changes: Changes, inForce: unknown, place: string, value: unknown): Changes {
  const { [place]: _, ...others } = changes
  return isSame(value, valueAt(inForce, place)) ? others : { ...others, [place]: value }
}

/** The values in force with the changes on top. */
export function withChanges(inForce: Json, changes: Changes): Json {
  return Object.entries(changes).reduce((root, [place, value]) => withValueAt(root, place, value), inForce)
}

/** The override to save: every unit that differs from the file; null removes an optional one. */
export function overrideOf(file: unknown, draft: unknown, units: readonly Unit[]): Json {
  return units.reduce<Json>((override, { place }) => {
    const value = valueAt(draft, place) ?? null
    return isSame(value, valueAt(file, place)) ? override : withValueAt(override, place, value)
  }, {})
}

/** An override that is not in force, as changes to be corrected. */
export function asChanges(override: unknown, file: unknown, units: readonly Unit[]): Changes {
  return Object.fromEntries(
    units.flatMap(({ place }) => {
      const value = valueAt(override, place)
      if (value === undefined) return []
      const base = valueAt(file, place)
      return [[place, isObject(value) && isObject(base) ? { ...base, ...value } : value] as const]
    }),
  )
}

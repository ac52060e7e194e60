import type { Unit } from './schema-form.ts'

type Json = Record<string, unknown>
/** Unsaved values by path, such as `site.theme.accent`. */
export type Changes = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path such as `site.theme.accent`; undefined if absent. */
export function valueAt(root: unknown, place: string): unknown {
  let value = root
  for (const step of place.split('.')) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return value
}

/** A copy of `root` with a different value at a path. */
function withValueAt(root: unknown, place: string, value: unknown): Json {
  const [step = '', ...rest] = place.split('.')
  const before = isObject(root) ? root : {}
  return { ...before, [step]: rest.length ? withValueAt(before[step], rest.join('.'), value) : value }
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Adds a change; setting the current value removes it. */
export function withChange(changes: Changes, inForce: unknown, place: string, value: unknown): Changes {
  const { [place]: _, ...others } = changes
  return isSame(value, valueAt(inForce, place)) ? others : { ...others, [place]: value }
}

const textsWithName = ['site.title', 'site.footers'] as const

function renamed(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to)
  if (Array.isArray(value)) return value.map(item => renamed(item, from, to))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, from, to)]))
}

/** A change of the brand's name, which title and footers of the file follow as long as nobody has written others. */
export function withName(
  changes: Changes,
  { file, effective }: { file: unknown; effective: Json },
  name: string,
): Changes {
  const inFile = valueAt(file, 'site.name')
  const before = valueAt(withChanges(effective, changes), 'site.name')
  const withOwn = withChange(changes, effective, 'site.name', name)
  if (typeof inFile !== 'string' || inFile === '' || typeof before !== 'string') return withOwn
  return textsWithName.reduce((all, place) => {
    const [own, text] = [valueAt(withChanges(effective, all), place), valueAt(file, place)]
    const isOfFile = isSame(own, text) || isSame(own, renamed(text, inFile, before))
    return isOfFile ? withChange(all, effective, place, renamed(text, inFile, name)) : all
  }, withOwn)
}

/** The current values with the changes on top. */
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

/** An override that does not apply, as changes to be corrected. */
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

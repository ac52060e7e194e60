import { isJsonObject } from './load-brands.ts'

type Json = Record<string, unknown>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The members of `own` that differ from `base`, recursively; a list counts as one value. */
export function pruned(base: unknown, own: Json): Json {
  const known = isJsonObject(base) ? base : {}
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, value]): [string, unknown][] => {
      if (!isJsonObject(value) || !isJsonObject(known[name])) return isSame(value, known[name]) ? [] : [[name, value]]
      const inner = pruned(known[name], value)
      return Object.keys(inner).length ? [[name, inner]] : []
    }),
  )
}

const longest = 300

/** The form kept in the log: long lists and texts are cut. */
function brief(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > longest ? `${text.slice(0, longest)}…` : (value ?? null)
}

/** What changed between two states of a brand, by path, before and after. */
export function changesBetween(before: unknown, after: unknown, place = ''): Json {
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return Object.assign(
      {},
      ...names.map(name => changesBetween(before[name], after[name], place ? `${place}.${name}` : name)),
    ) as Json
  }
  return isSame(before, after) ? {} : { [place]: { from: brief(before), to: brief(after) } }
}

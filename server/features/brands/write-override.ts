import type { Db } from '#server/platform/database/statement.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { type BrandAuthor, type BrandKeeper, type KeptBrand, overridden, type Override } from './keep-brands.ts'
import { isJsonObject, withDefaults } from './load-brands.ts'
import { setOverride } from './queries.ts'

/** A change of a brand that fits: what will be stored, and the brand before and after. */
type OverridePlan = { override: Override; before: Brand; after: Brand }

/** The override that is in force, and more. */
export function mergedOverride({ stored, setAside }: KeptBrand, more: Override): Override {
  const merged = withDefaults(setAside.length ? {} : (stored?.override ?? {}), more)
  return isJsonObject(merged) ? merged : more
}

/** What a brand becomes by `wanted`, or why it cannot. */
export function planOverride(
  keeper: BrandKeeper,
  { file, effective }: KeptBrand,
  wanted: Override,
): OverridePlan | { problems: Problem[] } {
  const override = pruned(file, wanted)
  const made = overridden(file, override, name => keeper.hasPicture(file.id, name))
  return 'problems' in made ? made : { override, before: effective, after: made.brand }
}

/**
 * Stores a planned change in `tx` and tells who wants to know of it; false when somebody has changed the brand since
 * `seenVersion`. Refresh the keeper after the commit.
 */
export async function writeOverride(
  tx: Db,
  keeper: BrandKeeper,
  author: BrandAuthor,
  { override, before, after, seenVersion }: OverridePlan & { seenVersion: number },
): Promise<boolean> {
  const changed = await setOverride(tx, author.brandId, JSON.stringify(override), seenVersion, author.userId)
  if (!changed) return false
  await keeper.tellChange(tx, author, { ...changed, detail: changesBetween(before, after) })
  return true
}

type Json = Record<string, unknown>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The members of `own` that differ from `base`, recursively; a list counts as one value. */
function pruned(base: unknown, own: Json): Json {
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
function changesBetween(before: unknown, after: unknown, place = ''): Json {
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return Object.assign(
      {},
      ...names.map(name => changesBetween(before[name], after[name], place ? `${place}.${name}` : name)),
    ) as Json
  }
  return isSame(before, after) ? {} : { [place]: { from: brief(before), to: brief(after) } }
}

import type { Db } from '#server/platform/database/statement.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { changesBetween, pruned } from './brand-changes.ts'
import { type BrandAuthor, type BrandKeeper, type KeptBrand, type Override, overridden } from './keep-brands.ts'
import { isJsonObject, withDefaults } from './load-brands.ts'
import { setOverride } from './queries.ts'

/** A change of a brand that fits: what will be stored, and the brand before and after. */
export type OverridePlan = { override: Override; before: Brand; after: Brand }

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

import type { Context } from '#server/platform/http/routes.ts'
import { problemTexts } from '#shared/features/brands/problem-texts.ts'
import { brandAssetUrl } from '#shared/features/brands/rules.ts'
import { Brand } from '#shared/features/brands/schema.ts'
import type { brands, StudioBrandWire } from '#shared/features/brands/contract.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { pictureBytes, readPicture } from './brand-picture.ts'
import type { BrandKeeper, KeptBrand } from './keep-brands.ts'
import { assetsNamed } from './load-brands.ts'
import { countPictures, insertPicture } from './queries.ts'
import { planOverride, writeOverride } from './write-override.ts'

type Calls = (typeof brands)['calls']
type StudioContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

const mostPictures = 60

/** The schema of what the studio may change, as plain JSON; the form is built from it. */
const { config, mobileApp, site, supportCategoryList } = Brand.properties
const schema = JSON.parse(
  JSON.stringify({ type: 'object', properties: { site, config, mobileApp, supportCategoryList } }),
) as StudioBrandWire['schema']

const inWords = (problems: readonly Problem[], language: Language) =>
  problems.map(problem => ({ place: problem.place, reason: problemTexts(problem)[language] }))

function wireOf({ file, effective, stored, setAside }: KeptBrand, language: Language): StudioBrandWire {
  return {
    id: file.id,
    version: stored?.version ?? 0,
    file,
    override: stored?.override ?? {},
    effective,
    set_aside: inWords(setAside, language),
    updated_at: stored?.updatedAt ?? null,
    updated_by: stored?.updatedBy ?? null,
    schema,
  }
}

function find(keeper: BrandKeeper, brandId: string): KeptBrand {
  const kept = keeper.find(brandId)
  if (!kept) throw new Error(`No brand ${brandId}`)
  return kept
}

/** The brand a change is checked against, so reload it first. */
export async function showBrand({ user, caller }: StudioContext<'GET /studio/brand'>, keeper: BrandKeeper) {
  await keeper.refresh()
  return wireOf(find(keeper, user.brandId), caller.language)
}

/** Applies a change at once, completely or not at all. */
export async function changeBrand(
  { db, user, caller, body, refuse }: StudioContext<'PUT /studio/brand'>,
  keeper: BrandKeeper,
) {
  await keeper.refresh()
  const plan = planOverride(keeper, find(keeper, user.brandId), body.override)
  if ('problems' in plan)
    return refuse('brand_invalid', {
      texts: Object.fromEntries(plan.problems.map(problem => [problem.place || 'override', problemTexts(problem)])),
    })
  const isWritten = await db.inTransaction(tx =>
    writeOverride(tx, keeper, user, { ...plan, seenVersion: body.version }),
  )
  if (!isWritten) return refuse('brand_changed')
  await keeper.refresh()
  return wireOf(find(keeper, user.brandId), caller.language)
}

export async function checkChange(
  { user, caller, body }: StudioContext<'POST /studio/brand/check'>,
  keeper: BrandKeeper,
) {
  const plan = planOverride(keeper, find(keeper, user.brandId), body.override)
  return { problems: 'problems' in plan ? inWords(plan.problems, caller.language) : [] }
}

/** Stores a picture, recognised by its bytes; a duplicate is stored once. */
export async function keepPicture(
  { db, user, body, refuse }: StudioContext<'POST /studio/brand/pictures'>,
  keeper: BrandKeeper,
): Promise<{ name: string; url: string }> {
  const bytes = Buffer.from(body.data, 'base64')
  const read = bytes.length > pictureBytes ? undefined : await readPicture(bytes, user.brandId)
  const kept = keeper.find(user.brandId)
  if (!read || !kept) return refuse('picture_unusable', { fields: ['data'] })
  const used = assetsNamed(kept.effective).map(([, name]) => name)
  const counted = await countPictures(db, user.brandId, used)
  if (counted && counted.count >= mostPictures) refuse('too_many_pictures')
  const name = `${user.brandId}-${read.name}`
  await insertPicture(db, name, user.brandId, read.mime, bytes, used)
  await keeper.refresh()
  return { name, url: brandAssetUrl(name) }
}

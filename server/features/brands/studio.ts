import type { Db } from '#server/platform/database/statement.ts'
import { type Actor, type Context, routes } from '#server/platform/http/routes.ts'
import { problemTexts } from '#shared/features/brands/problem-texts.ts'
import { brandAssetUrl } from '#shared/features/brands/rules.ts'
import { Brand } from '#shared/features/brands/schema.ts'
import { type StudioBrandWire, studioBrands } from '#shared/features/brands/studio-contract.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { changesBetween, pruned } from './brand-changes.ts'
import { pictureBytes, readPicture } from './brand-picture.ts'
import { type BrandKeeper, type KeptBrand, type Override, overridden } from './keep-brands.ts'
import { assetsNamed } from './load-brands.ts'
import { countPictures, insertPicture, setOverride } from './queries.ts'

type Parts = {
  keeper: BrandKeeper
  /** Notes what was changed, by place, in the transaction of the change. */
  note(tx: Db, actor: Actor, version: number, detail: Record<string, unknown>): Promise<void>
}

type Calls = (typeof studioBrands)['calls']
type StudioContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

const mostPictures = 60

/** What a form is made of: the schema of what the studio may say, as plain JSON. */
const { config, mobileApp, site } = Brand.properties
const schema = JSON.parse(
  JSON.stringify({ type: 'object', properties: { site, config, mobileApp } }),
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

/** The editor of a brand: what it says is in force at once, whole or not at all. */
export function brandStudioRoutes({ keeper, note }: Parts) {
  const find = (brandId: string): KeptBrand => {
    const kept = keeper.find(brandId)
    if (!kept) throw new Error(`No brand ${brandId}`)
    return kept
  }
  const judge = (brandId: string, override: Override) =>
    overridden(find(brandId).file, override, name => keeper.hasPicture(brandId, name))

  async function change({ db, user, caller, body, refuse }: StudioContext<'PUT /studio/brand'>) {
    await keeper.refresh()
    const { file, effective } = find(user.brandId)
    const override = pruned(file, body.override)
    const made = judge(user.brandId, override)
    if ('problems' in made)
      return refuse('brand_invalid', {
        texts: Object.fromEntries(made.problems.map(problem => [problem.place || 'override', problemTexts(problem)])),
      })
    await db.inTransaction(async tx => {
      const changed = await setOverride(tx, user.brandId, JSON.stringify(override), body.version, user.userId)
      if (!changed) return refuse('brand_changed')
      return note(tx, user, changed.version, changesBetween(effective, made.brand))
    })
    await keeper.refresh()
    return wireOf(find(user.brandId), caller.language)
  }

  return routes(studioBrands, {
    // What is answered is what a change is judged by, so it is not of some moment ago.
    'GET /studio/brand': async ({ user, caller }) => {
      await keeper.refresh()
      return wireOf(find(user.brandId), caller.language)
    },

    'PUT /studio/brand': change,

    'POST /studio/brand/check': async ({ user, caller, body }) => {
      const made = judge(user.brandId, body.override)
      return { problems: 'problems' in made ? inWords(made.problems, caller.language) : [] }
    },

    'POST /studio/brand/pictures': context => keepPicture(context, keeper),
  })
}

/** Keeps a picture that is one by its bytes; the same again is the same. */
async function keepPicture(
  { db, user, body, refuse }: StudioContext<'POST /studio/brand/pictures'>,
  keeper: BrandKeeper,
): Promise<{ name: string; url: string }> {
  const bytes = Buffer.from(body.data, 'base64')
  const read = bytes.length > pictureBytes ? undefined : await readPicture(bytes)
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

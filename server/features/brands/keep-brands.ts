import type { Database } from '#server/platform/database/database.ts'
import { checkBrand } from '#shared/features/brands/check-brand.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { assetsNamed, type Brands, withDefaults } from './load-brands.ts'
import { type OverrideRow, readOverrides } from './queries.ts'

export type Override = Record<string, unknown>

/** A brand as it is now, and what that follows from. */
export type KeptBrand = {
  /** As its file says it. */
  file: Brand
  effective: Brand
  /** What the studio says over the file; none is version 0. */
  stored: OverrideRow | undefined
  /** Why what the studio says is not in force, since the file is another one now; empty when it is. */
  setAside: readonly Problem[]
}

/** What of a brand the studio may say. The rest is how a brand is found, and is its operator's. */
const open = new Set(['config', 'mobileApp', 'site'])

/** A brand with what the studio says over its file, or every reason why that is none. */
export function overridden(
  file: Brand,
  override: Override,
  hasPicture: (name: string) => boolean,
): { brand: Brand } | { problems: Problem[] } {
  const closed = Object.keys(override).filter(name => !open.has(name))
  if (closed.length) return { problems: closed.map(place => ({ place, reason: 'is not a known field' })) }
  const checked = checkBrand(withDefaults(file, override))
  if ('problems' in checked) return checked
  const missing = assetsNamed(checked.brand).filter(([, name]) => !hasPicture(name))
  if (missing.length) return { problems: missing.map(([place]) => ({ place, reason: 'cannot be read' })) }
  return checked
}

export type BrandKeeper = {
  /** Reads what the studio says and applies it, all at once; asked again meanwhile it reads once more. */
  refresh(): Promise<void>
  find(brandId: string): KeptBrand | undefined
  /** Whether a brand may name a picture. */
  hasPicture(brandId: string, name: string): boolean
}

type Kept = {
  database: Pick<Database, 'query'>
  /** As read from the files. */
  files: Brands
  /** What the app was given: its content is replaced in one step. */
  inUse: Brands
  /** What else the app makes of brands. */
  adapt(brands: Brands): Brands
  warn(detail: object, text: string): void
}

/**
 * Keeps the brands of a process current: file and studio together, checked by the same rules. What the studio says and no
 * longer fits, as after a change of the file, is set aside whole; the brand is then as its file says it.
 */
export function keepBrands({ database, files, inUse, adapt, warn }: Kept): BrandKeeper {
  let kept = new Map<string, KeptBrand>()
  let pictures = new Set<string>()
  const hasPicture = (brandId: string, name: string) => files.assets.has(name) || pictures.has(`${brandId} ${name}`)

  function keptBrand(file: Brand, stored: OverrideRow | undefined): KeptBrand {
    const made = overridden(file, stored?.override ?? {}, name => hasPicture(file.id, name))
    if ('brand' in made) return { file, effective: made.brand, stored, setAside: [] }
    const before = kept.get(file.id)
    if (before?.stored?.version !== stored?.version || !before?.setAside.length)
      warn(
        { brand: file.id, problems: made.problems },
        'What the studio says of a brand does not fit its file: set aside',
      )
    return { file, effective: file, stored, setAside: made.problems }
  }

  async function read() {
    const { overrides = [], pictures: named = [] } = (await readOverrides(database)) ?? {}
    pictures = new Set(named.map(({ brandId, name }) => `${brandId} ${name}`))
    kept = new Map(
      files.list.map(file => [
        file.id,
        keptBrand(
          file,
          overrides.find(({ brandId }) => brandId === file.id),
        ),
      ]),
    )
    Object.assign(inUse, adapt(joined(files, kept)))
  }

  return { refresh: oneAtATime(read), find: brandId => kept.get(brandId), hasPicture }
}

/** Does the work, and once more when it is asked for meanwhile: who asks waits for a whole one that began after. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  async function workOn() {
    do {
      isAskedAgain = false
      await work()
    } while (isAskedAgain)
  }
  return () => {
    if (running) isAskedAgain = true
    running ??= workOn().finally(() => (running = undefined))
    return running
  }
}

function joined(files: Brands, kept: ReadonlyMap<string, KeptBrand>): Brands {
  const now = (brand: Brand) => kept.get(brand.id)?.effective ?? brand
  return {
    list: files.list.map(now),
    default: now(files.default),
    byId: new Map([...files.byId].map(([id, brand]) => [id, now(brand)])),
    byHost: new Map([...files.byHost].map(([host, brand]) => [host, now(brand)])),
    assets: files.assets,
  }
}

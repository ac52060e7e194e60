import { isConnectionLoss } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { ServerParts } from '#server/platform/feature.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { checkBrand } from '#shared/features/brands/check-brand.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { assetsNamed, type Brands, withDefaults } from './load-brands.ts'
import { type OverrideRow, readOverrides } from './queries.ts'

export type Override = Record<string, unknown>

/** The current brand and what it is made of. */
export type KeptBrand = {
  /** As written in its file. */
  file: Brand
  effective: Brand
  /** The studio's override of the file; version 0 when there is none. */
  stored: OverrideRow | undefined
  /** Why the override no longer applies after a change of the file; empty when it does. */
  setAside: readonly Problem[]
}

/** The parts of a brand the studio may change. The rest decides how a brand is found and belongs to the operator. */
const open = new Set(['config', 'mobileApp', 'site', 'supportCategoryList'])

/** A brand with the studio's override applied, or every reason why the result is invalid. */
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

/** What a version of a brand changed, by path, before and after. */
export type BrandChange = { version: number; detail: Record<string, unknown> }
/** Who changed it. */
export type BrandAuthor = Pick<Actor, 'userId' | 'brandId'>
type HearChange = (tx: Db, author: BrandAuthor, change: BrandChange) => Promise<unknown>

/** The current brands of a process. Ask each time instead of keeping one, since changes in the studio apply at once. */
export type BrandKeeper = {
  brands: Brands
  /** What later features add to every brand's site. */
  site: { pushPublicKey: string | null }
  /** Loads the overrides and applies them all at once; if called meanwhile, it runs once more. */
  refresh(): Promise<void>
  find(brandId: string): KeptBrand | undefined
  /** Whether a brand may use a picture. */
  hasPicture(brandId: string, name: string): boolean
  /** Passes every brand through `change` from now on; the editor still sees the original. */
  adapt(change: (brand: Brand) => Brand): void
  /** Calls `hear` in the transaction of each change made in the studio. */
  onChange(hear: HearChange): void
  /** Calls the functions given to `onChange`. */
  tellChange: HearChange
}

type Parts = Pick<ServerParts, 'database' | 'listener' | 'log'>

/**
 * Keeps the brands of a process up to date: file and override together, validated by the same rules, no matter which
 * node the studio used. An override that no longer fits, as after a change of the file, is set aside as a whole, and
 * the brand is then as in its file. `files` are the brands as loaded from the files.
 */
export async function keepBrands({ database, listener, log }: Parts, files: Brands): Promise<BrandKeeper> {
  const brands = { ...files }
  const adaptations: ((brand: Brand) => Brand)[] = []
  const hearers: HearChange[] = []
  let kept = new Map<string, KeptBrand>()
  let pictures = new Set<string>()
  const hasPicture = (brandId: string, name: string) => files.assets.has(name) || pictures.has(`${brandId} ${name}`)

  async function read() {
    const { overrides = [], pictures: named = [] } = (await readOverrides(database)) ?? {}
    pictures = new Set(named.map(({ brandId, name }) => `${brandId} ${name}`))
    const storedOf = (id: string) => overrides.find(({ brandId }) => brandId === id)
    kept = new Map(
      files.list.map(file => {
        const made = keptBrand(file, storedOf(file.id), name => hasPicture(file.id, name))
        warnOnce(made, kept.get(file.id), log)
        return [file.id, made]
      }),
    )
    use()
  }
  /** Swaps in the new brands in one step. */
  function use() {
    const effective = (brand: Brand) => kept.get(brand.id)?.effective ?? brand
    const now = new Map(
      files.list.map(file => [file.id, adaptations.reduce((brand, by) => by(brand), effective(file))]),
    )
    Object.assign(brands, withBrands(files, now))
  }
  const refresh = oneAtATime(read)
  await refresh()
  refreshWhenTold(listener, log, refresh)

  return {
    brands,
    site: { pushPublicKey: null },
    refresh,
    find: brandId => kept.get(brandId),
    hasPicture,
    adapt(change) {
      adaptations.push(change)
      use()
    },
    onChange: hear => void hearers.push(hear),
    async tellChange(...change) {
      for (const hear of hearers) await hear(...change)
    },
  }
}

function keptBrand(file: Brand, stored: OverrideRow | undefined, hasPicture: (name: string) => boolean): KeptBrand {
  const made = overridden(file, stored?.override ?? {}, hasPicture)
  if ('brand' in made) return { file, effective: made.brand, stored, setAside: [] }
  return { file, effective: file, stored, setAside: made.problems }
}

function warnOnce({ file, stored, setAside }: KeptBrand, before: KeptBrand | undefined, log: Parts['log']) {
  if (!setAside.length || (before?.setAside.length && before.stored?.version === stored?.version)) return
  log.warn({ brand: file.id, problems: setAside }, 'A brand override no longer fits the brand’s file and is set aside')
}

/** Other nodes announce their changes; after a lost connection everything is reloaded. */
function refreshWhenTold(listener: Parts['listener'], log: Parts['log'], refresh: () => Promise<void>) {
  const refreshOrWarn = () =>
    void refresh().catch((error: unknown) => {
      const level = isConnectionLoss(error) ? 'warn' : 'error'
      log[level]({ err: error }, 'The brands are as they were before')
    })
  listener.on('brand_changed', refreshOrWarn)
  listener.onConnection(isConnected => isConnected && refreshOrWarn())
}

/** Runs `work`, and once more if asked meanwhile: every caller waits for a full run that began after its call. */
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

function withBrands(files: Brands, now: ReadonlyMap<string, Brand>): Brands {
  const current = (brand: Brand) => now.get(brand.id) ?? brand
  return {
    list: files.list.map(current),
    default: current(files.default),
    byId: new Map([...files.byId].map(([id, brand]) => [id, current(brand)])),
    byHost: new Map([...files.byHost].map(([host, brand]) => [host, current(brand)])),
    assets: files.assets,
  }
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '#server/platform/configuration-error.ts'
import { checkBrand } from '#shared/features/brands/check-brand.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { readJsonText } from '#shared/platform/text.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { pictureBytes, pictureType, svgProblem } from './brand-picture.ts'

export type BrandAsset = { mime: string; bytes: Buffer }

/**
 * All brands of the process; `assets` are their pictures by file name. Loaded from files at the start and then kept up
 * to date (keep-brands.ts), so read it each time and keep no copies.
 */
export type Brands = {
  list: readonly Brand[]
  default: Brand
  byId: ReadonlyMap<string, Brand>
  byHost: ReadonlyMap<string, Brand>
  assets: ReadonlyMap<string, BrandAsset>
}

/** An unusable brand file: its name, with each path and reason. */
export class BrandFileError extends ConfigurationError {
  override name = 'BrandFileError'
  readonly file: string
  readonly problems: readonly Problem[]

  constructor(file: string, problems: readonly Problem[]) {
    const lines = problems.map(({ place, reason }) => `  ${place}${place ? ' ' : ''}${reason}`)
    super(`Brand file ${file} cannot be used:\n${lines.join('\n')}`)
    this.file = file
    this.problems = problems
  }
}

const defaultsFile = 'defaults.json'
type Json = Record<string, unknown>
export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges objects recursively; any other value in `own` replaces the default. */
export function withDefaults(defaults: unknown, own: unknown): unknown {
  if (own === undefined) return defaults
  if (!isJsonObject(defaults) || !isJsonObject(own)) return own
  const names = new Set([...Object.keys(defaults), ...Object.keys(own)])
  return Object.fromEntries([...names].map(name => [name, withDefaults(defaults[name], own[name])]))
}

async function readJsonFile(folder: string, file: string): Promise<Json> {
  const read = readJsonText(await readFile(join(folder, file), 'utf8'))
  if (!('value' in read)) {
    throw new BrandFileError(file, [{ place: `line ${read.line}, column ${read.column}:`, reason: read.reason }])
  }
  if (!isJsonObject(read.value)) throw new BrandFileError(file, [{ place: '', reason: 'must be an object' }])
  return read.value
}

function refuseRepeats(brand: Brand, file: string, known: Map<string, string>) {
  const names = [
    { place: 'id', value: brand.id, key: `id ${brand.id}` },
    ...brand.domains.map((value, index) => ({ place: `domains[${index}]`, value, key: `domain ${value}` })),
    ...(brand.isDefault ? [{ place: 'isDefault', value: 'true', key: 'isDefault' }] : []),
  ]
  for (const { place, value, key } of names) {
    const other = known.get(key)
    if (other) throw new BrandFileError(file, [{ place, reason: `is ${value}, as in ${other} already` }])
    known.set(key, file)
  }
}

async function readAsset(folder: string, file: string, place: string, name: string): Promise<BrandAsset> {
  const refuse = (reason: string) => new BrandFileError(file, [{ place, reason: `assets/${name} ${reason}` }])
  const bytes = await readFile(join(folder, 'assets', name)).catch(() => {
    throw refuse('cannot be read')
  })
  if (bytes.length > pictureBytes) throw refuse(`is larger than ${pictureBytes} bytes`)
  const wrong = name.endsWith('.svg') ? svgProblem(bytes) : undefined
  if (wrong !== undefined) throw refuse(wrong)
  return { mime: pictureType(name), bytes }
}

/** The pictures a brand names, each with its path. */
export function assetsNamed(brand: Brand): [place: string, name: string][] {
  const { favicon, logo, headerLogo } = brand.site
  const club = brand.config.clubInApp.image
  const named: [string, string][] = [
    ['site.favicon', favicon],
    ['site.logo', logo],
    ['site.headerLogo', headerLogo],
  ]
  return club ? [...named, ['config.clubInApp.image', club]] : named
}

/**
 * Loads every brand file of a folder on top of `defaults.json`, with the pictures they name. The first file that is
 * invalid, or repeats an id, a domain or the default, throws a BrandFileError; nothing is half applied.
 */
export async function loadBrands(folder: string): Promise<Brands> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.json')).sort()
  const defaults = files.includes(defaultsFile) ? await readJsonFile(folder, defaultsFile) : {}
  const list: Brand[] = []
  const known = new Map<string, string>()
  const assets = new Map<string, BrandAsset>()
  for (const file of files.filter(name => name !== defaultsFile)) {
    const checked = checkBrand(withDefaults(defaults, await readJsonFile(folder, file)))
    if ('problems' in checked) throw new BrandFileError(file, checked.problems)
    refuseRepeats(checked.brand, file, known)
    for (const [place, name] of assetsNamed(checked.brand)) {
      if (!assets.has(name)) assets.set(name, await readAsset(folder, file, place, name))
    }
    list.push(checked.brand)
  }
  const fallback = list.find(brand => brand.isDefault)
  if (!fallback) throw new BrandFileError(folder, [{ place: 'isDefault', reason: 'is true in no brand file' }])
  return {
    list,
    default: fallback,
    byId: new Map(list.map(brand => [brand.id, brand])),
    byHost: new Map(list.flatMap(brand => brand.domains.map(domain => [domain, brand] as const))),
    assets,
  }
}

/** The brand of an X-App-Id; undefined when no brand has that id. */
export function brandByAppId(brands: Brands, appId: string): Brand | undefined {
  return brands.byId.get(appId)
}

/** The brand used when none, or an unknown one, was named. */
export function defaultBrand(brands: Brands): Brand {
  return brands.default
}

/** The brand of a stored id; the default one if its file has been removed since. */
export function brandById(brands: Brands, id: string): Brand {
  return brands.byId.get(id) ?? brands.default
}

/** The brand of a Host header, with or without a port, in any case; the default one for an unknown host. */
export function brandByHost(brands: Brands, host: string | undefined): Brand {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '')
  return brands.byHost.get(name) ?? brands.default
}

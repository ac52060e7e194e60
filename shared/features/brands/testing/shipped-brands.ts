import { readdirSync, readFileSync } from 'node:fs'
import { checkBrand } from '../check-brand.ts'
import type { Brand } from '../schema.ts'

const folder = new URL('../../../../brands/', import.meta.url)

function read(name: string): Record<string, object> {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Record<string, object>
}

/** A shipped brand as the server loads it, with the defaults filled in; throws what is wrong with an invalid one. */
export function shippedBrand(id: string): Brand {
  const [defaults, own] = [read('defaults'), read(id)]
  const checked = checkBrand({
    ...defaults,
    ...own,
    config: { ...defaults.config, ...own.config },
    site: { ...defaults.site, ...own.site },
  })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.brand
}

/** Every brand of `brands/`. */
export function shippedBrands(): Brand[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json') && name !== 'defaults.json')
    .map(name => shippedBrand(name.slice(0, -'.json'.length)))
}

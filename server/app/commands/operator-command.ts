import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Brands, brandByAppId, defaultBrand } from '#server/features/brands/load-brands.ts'
import { ConfigurationError } from '#server/platform/configuration-error.ts'

/** The command cannot be run as typed; the message says why. */
export class UsageError extends ConfigurationError {
  override name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Splits the arguments into options and positionals; throws UsageError with the usage for an unknown option. */
export function readArguments<Known extends Options>(args: string[], options: Known, usage: string) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** The brand id given by `--brand`, or the default brand's; throws UsageError. */
export function namedBrand(brands: Brands, id: string | undefined): string {
  const brand = id === undefined ? defaultBrand(brands) : brandByAppId(brands, id)
  if (!brand) throw new UsageError(`There is no brand ${id}`)
  return brand.id
}

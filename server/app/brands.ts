import type { FastifyBaseLogger } from 'fastify'
import { brandsWith } from '#server/features/social/networks.ts'
import { type BrandKeeper, keepBrands } from '#server/features/brands/keep-brands.ts'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { type Database, isConnectionLoss } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listener.ts'

type Parts = {
  database: Database
  /** As read from their files. */
  files: Brands
  /** The networks that the operator set up; no other is offered. */
  networks: ReadonlySet<string>
  listener: Pick<Listener, 'on' | 'onConnection'>
  log: FastifyBaseLogger
}

/** The brands that the app works with: files and studio together, kept current whichever node is told of a change. */
export async function openBrands({ database, files, networks, listener, log }: Parts): Promise<{
  brands: Brands
  keeper: BrandKeeper
}> {
  const adapt = (all: Brands) => brandsWith(all, networks)
  const brands = { ...adapt(files) }
  const warn = (detail: object, text: string) => log.warn(detail, text)
  const keeper = keepBrands({ database, files, inUse: brands, adapt, warn })
  await keeper.refresh()
  const refresh = () =>
    void keeper.refresh().catch((error: unknown) => {
      const level = isConnectionLoss(error) ? 'warn' : 'error'
      log[level]({ err: error }, 'The brands are as they were before')
    })
  listener.on('brand_changed', refresh)
  // What changed while notices could not be heard is read when they can.
  listener.onConnection(isConnected => isConnected && refresh())
  return { brands, keeper }
}

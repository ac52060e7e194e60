import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { feature as billing } from '#server/features/billing/feature.ts'
import { openSandbox } from '#server/features/billing/sandbox/open-sandbox.ts'
import { feature as brands } from '#server/features/brands/feature.ts'
import { ConfigurationError } from '#server/platform/configuration-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { App } from './app.ts'
import type { Settings } from './settings.ts'

const secret = Type.String({ minLength: 32 })
const keysFile = Type.Object({ key: secret, signingSecret: secret, controlKey: secret })
type Keys = Static<typeof keysFile>

type Place = {
  settings: Pick<Settings, 'sandbox' | 'dataDir' | 'host' | 'publicUrl'>
  /** Whether the demo school's people are there. */
  isDemo: boolean
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Starts the trial payment provider as a server of its own, where it is wanted: with SANDBOX=on, or by itself for the demo school.
 * What it remembers, and its keys, lie in DATA_DIR/sandbox. `url` is where this server asks it.
 */
export async function startSandbox({ settings, isDemo, log }: Place) {
  const { mode, host = settings.host, port, publicUrl } = settings.sandbox
  if (mode === 'off' || (mode === 'auto' && !isDemo)) return undefined
  const folder = join(settings.dataDir, 'sandbox')
  const { controlKey, ...keys } = await keysIn(folder)
  /** The keys with which a brand has an account of its own. */
  const keysOf = (brandId: string) => ({
    key: ofBrand(keys.key, brandId),
    signingSecret: ofBrand(keys.signingSecret, brandId),
  })
  // Browsers find it where they find the school, unless it is said otherwise.
  const pagesAt = (port: number) => publicUrl ?? `http://${new URL(settings.publicUrl).hostname}:${port}`
  const sandbox = await openSandbox({
    folder,
    accounts: [],
    clock: Date.now,
    log,
    host,
    port,
    pagesAt,
    controlKey,
  })
  return {
    url: sandbox.url,
    pagesUrl: sandbox.pagesUrl,
    keysOf,
    /** Opens a brand’s account, whose events go to `webhookUrl`. */
    openAccount: (brandId: string, webhookUrl: string) => sandbox.setAccount({ ...keysOf(brandId), webhookUrl }),
    close: () => sandbox.close(),
  }
}

type Sandbox = NonNullable<Awaited<ReturnType<typeof startSandbox>>>

/** Lets the brands that take no money yet sell through the sandbox, which tells this server what happens. */
export async function sellBySandbox(database: Database, sandbox: Sandbox, of: App['of'], server: FastifyInstance) {
  const place = server.server.address()
  if (place === null || typeof place === 'string') return
  const isEverywhere = place.address === '0.0.0.0' || place.address === '::'
  const host = isEverywhere ? '127.0.0.1' : place.family === 'IPv6' ? `[${place.address}]` : place.address
  for (const brandId of of(brands).brands.byId.keys()) {
    const keys = sandbox.keysOf(brandId)
    const accountId = await database.inTransaction(tx => of(billing).setSandbox(tx, brandId, keys))
    if (accountId !== undefined)
      sandbox.openAccount(brandId, `http://${host}:${place.port}/payments/events/${accountId}`)
  }
}

const ofBrand = (key: string, brandId: string) => createHmac('sha256', key).update(brandId).digest('hex')

/** The keys of the school's account and of the control, made at the first start. */
async function keysIn(folder: string): Promise<Keys> {
  const file = join(folder, 'keys.json')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = () => randomBytes(32).toString('hex')
  const fresh = JSON.stringify({ key: made(), signingSecret: made(), controlKey: made() }, null, 2)
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const kept = JSON.parse(await readFile(file, 'utf8')) as unknown
  if (!Value.Check(keysFile, kept)) throw new ConfigurationError(`${file} is broken; without it new keys are made`)
  return kept
}

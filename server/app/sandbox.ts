import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { feature as billing } from '#server/features/billing/feature.ts'
import type { OwnSandbox } from '#server/features/billing/settings.ts'
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
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * The trial payment provider beside this server; undefined with SANDBOX=off. It runs with SANDBOX=on and for the demo school,
 * otherwise from the day on which an administrator lets a brand sell through it.
 */
export async function sandboxBeside({ isDemo, ...place }: Place & { isDemo: boolean }) {
  const { mode } = place.settings.sandbox
  if (mode === 'off') return undefined
  let running: ReturnType<typeof startSandbox> | undefined
  let known: Awaited<ReturnType<typeof startSandbox>> | undefined
  let ownAddress = ''
  const start = () => (running ??= startSandbox(place).then(started, failed))
  if (mode === 'on' || isDemo) await start()
  return {
    url: () => known?.url,
    /** Where browsers find its pages; undefined while it does not run. */
    pagesUrl: () => known?.pagesUrl,
    keysOf: async (brandId: string) => (await start()).keysOf(brandId),
    async tell(brandId: string, accountId: number) {
      const sandbox = await start()
      sandbox.openAccount(brandId, `${ownAddress}/payments/events/${accountId}`)
    },
    /** Where this server is, once it listens. */
    listensAt: (server: FastifyInstance) => void (ownAddress = addressOf(server)),
    close: async () => (await running)?.close(),
  } satisfies OwnSandbox & Record<string, unknown>

  function started(sandbox: Awaited<ReturnType<typeof startSandbox>>) {
    known = sandbox
    return sandbox
  }
  function failed(error: unknown): never {
    running = undefined
    throw error
  }
}

/**
 * Starts the trial payment provider as a server of its own. What it remembers, and its keys, lie in DATA_DIR/sandbox. `url` is
 * where this server asks it.
 */
export async function startSandbox({ settings, log }: Place) {
  const { host = settings.host, port, publicUrl } = settings.sandbox
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

type Sandbox = NonNullable<Awaited<ReturnType<typeof sandboxBeside>>>

/** Lets the demo school sell through the sandbox, and has it tell this server what happens to whoever sells so. */
export async function sellBySandbox(database: Database, sandbox: Sandbox, of: App['of'], isDemo: boolean) {
  const { setSandbox, listSandboxBrands } = of(billing)
  const all = [...of(brands).brands.byId.keys()]
  for (const brandId of isDemo ? all : await listSandboxBrands(database)) {
    const keys = await sandbox.keysOf(brandId)
    const accountId = await database.inTransaction(tx => setSandbox(tx, brandId, keys))
    if (accountId !== undefined) await sandbox.tell(brandId, accountId)
  }
}

/** How this machine asks the server. */
function addressOf({ server }: FastifyInstance): string {
  const place = server.address()
  if (place === null || typeof place === 'string') return ''
  const isEverywhere = place.address === '0.0.0.0' || place.address === '::'
  const host = isEverywhere ? '127.0.0.1' : place.family === 'IPv6' ? `[${place.address}]` : place.address
  return `http://${host}:${place.port}`
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

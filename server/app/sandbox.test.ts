import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProvider } from '#server/features/billing/providers/open-provider.ts'
import { sandboxBeside, startSandbox } from './sandbox.ts'
import { readSettings } from './settings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-sandbox-'))
})
afterEach(() => rm(folder, { recursive: true }))

const placeOf = (env: Record<string, string>) => ({
  settings: readSettings({ DATA_DIR: folder, ...env }),
  log: { error: console.error },
})
const start = (env: Record<string, string>) => startSandbox(placeOf(env))
const page = (key: string) => ({
  key,
  askedAt: Date.now(),
  amount: 100,
  currency: 'JPY' as const,
  description: 'A course',
  language: 'en' as const,
  email: 'ann@example.com',
  returnUrl: 'http://a.test/',
  cancelUrl: 'http://a.test/',
  savesMethod: false,
  expiresInSeconds: 3600,
})

test('it runs for the demo school, where it is wanted, and from when a brand sells through it [BIL-11, BIL-20]', async () => {
  const beside = (env: Record<string, string>, isDemo: boolean) => sandboxBeside({ ...placeOf(env), isDemo })
  expect(await beside({ SANDBOX: 'off' }, true)).toBeUndefined()
  for (const [env, isDemo] of [[{}, true] as const, [{ SANDBOX: 'on' }, false] as const, [{}, false] as const]) {
    const sandbox = await beside(env, isDemo)
    expect(sandbox?.url() !== undefined).toBe(isDemo || 'SANDBOX' in env)
    await sandbox?.keysOf('kurso')
    expect((await fetch(`${sandbox?.url()}/v1/payments?reference=a`)).status).toBe(401)
    await sandbox?.close()
  }
})

test('its keys last, nobody else may read them, and its pages lie where browsers find them', async () => {
  const first = await start({ SANDBOX: 'on', PUBLIC_URL: 'http://school.test:4000' })
  first.openAccount('kurso', 'http://school.test/events')
  const keys = first.keysOf('kurso')
  expect(first.keysOf('face')).not.toEqual(keys)
  const provider = openProvider('sandbox', keys, { address: first.url, clock: Date.now })
  const { id, url } = await provider.openCheckout(page('order'))
  expect(url).toMatch(/^http:\/\/school\.test:\d+\/pay\/chk_/)
  await first.close()
  expect((await stat(join(folder, 'sandbox', 'keys.json'))).mode & 0o077).toBe(0)
  const again = await start({ SANDBOX: 'on', SANDBOX_PUBLIC_URL: 'https://pay.school.test' })
  again.openAccount('kurso', 'http://school.test/events')
  expect(again.keysOf('kurso')).toEqual(keys)
  const later = openProvider('sandbox', keys, { address: again.url, clock: Date.now })
  expect(await later.read(id)).toMatchObject({ state: 'open', url: `https://pay.school.test/pay/${id}` })
  await again.close()
  await writeFile(join(folder, 'sandbox', 'keys.json'), '{}')
  await expect(start({ SANDBOX: 'on' })).rejects.toThrow(/keys\.json is broken/)
})

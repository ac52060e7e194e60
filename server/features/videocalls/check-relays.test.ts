import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#server/platform/testing/free-port.ts'
import { relayChecks } from './check-relays.ts'
import type { RelaySettings } from './settings.ts'
import { runsCoturn } from './testing/needs-coturn.ts'

const secret = 'the school and its relay'
const findings = (settings: Partial<RelaySettings>) =>
  Promise.all(
    relayChecks({ stunUrls: [], turnUrls: [], turnSecret: undefined, ...settings }, Date.now).map(
      async ({ name, run }) => {
        const finding = await run().catch((error: unknown) => ({ state: 'broken', says: String(error) }))
        return { name, ...finding }
      },
    ),
  )

test('without a relay it says what will not work [OPS-10] [CNS-18]', async () => {
  expect(await findings({})).toEqual([
    {
      name: 'Video calls',
      state: 'lacking',
      says: 'there is no relay: people in mobile networks and offices often cannot see each other',
      advice: expect.stringContaining('TURN_URLS'),
    },
  ])
})

test('a relay that is not there, and one that says something else, are broken [OPS-10]', async () => {
  const other = createSocket('udp4')
  other.on('message', (_, { port, address }) => other.send('something else', port, address))
  await new Promise<void>(resolve => other.bind(0, '127.0.0.1', resolve))
  const turnUrls = [`turn:127.0.0.1:${other.address().port}`, `turn:127.0.0.1:${await freePort()}?transport=tcp`]
  expect(await findings({ turnUrls, turnSecret: secret })).toMatchObject([
    { state: 'broken', says: expect.stringContaining('no answer within 8 s') },
    { state: 'broken', says: expect.stringContaining('ECONNREFUSED') },
  ])
  other.close()
}, 20_000)

describe.runIf(runsCoturn)('a real relay', () => {
  let relay: ChildProcess
  let folder: string
  let port = 0
  beforeAll(async () => {
    port = await freePort()
    folder = await mkdtemp(join(tmpdir(), 'relay-'))
    const place = ['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`]
    const trust = ['--lt-cred-mech', '--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=kurso']
    const alone = ['-n', '--no-cli', '--no-tls', '--no-dtls', '--log-file=stdout']
    const files = [`--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'db')}`]
    relay = spawn('turnserver', [...alone, ...place, ...trust, ...files], { stdio: 'ignore' })
  })
  afterAll(async () => {
    relay.kill('SIGKILL')
    await once(relay, 'exit')
    await rm(folder, { recursive: true })
  })

  test.each(['udp', 'tcp'])(
    'opens a place by %s with the school’s password and no other, and says where [OPS-10] [CNS-18]',
    async transport => {
      const turnUrls = [`turn:127.0.0.1:${port}?transport=${transport}`]
      const asked = (turnSecret: string) => findings({ turnUrls, turnSecret })
      await expect
        .poll(async () => (await asked(secret))[0]?.says, { timeout: 20_000 })
        .toMatch(/relay calls at 127\.0\.0\.1/)
      expect(await asked(secret)).toMatchObject([
        { name: turnUrls[0], state: 'lacking', advice: expect.stringContaining('external-ip') },
      ])
      expect(await asked('another secret')).toMatchObject([{ state: 'broken', says: expect.stringContaining('401') }])
    },
    40_000,
  )

  test('tells as a STUN server where one comes from [OPS-10]', async () => {
    const found = await findings({ stunUrls: [`stun:127.0.0.1:${port}`] })
    expect(found[0]).toEqual({ name: `stun:127.0.0.1:${port}`, state: 'good', says: 'it sees us come from 127.0.0.1' })
  }, 20_000)
})

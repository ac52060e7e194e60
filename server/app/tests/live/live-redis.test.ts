import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/platform/testing/free-port.ts'
import { connectLive, type LiveClient } from '../../testing/live-client.ts'
import { postOver, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'

let school: TwoNodes
let redis: ChildProcess
let port = 0
let room = ''

async function startRedis() {
  redis = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
  const probe = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null })
  probe.on('error', () => undefined)
  await probe.ping()
  probe.disconnect()
}

async function stopRedis() {
  redis.kill('SIGKILL')
  await once(redis, 'exit')
}

beforeAll(async () => {
  port = await freePort()
  await startRedis()
  school = await startTwoNodes({ REDIS_URL: `redis://127.0.0.1:${port}` })
  room = `chat:${school.chatId}`
})
afterAll(async () => {
  await school.stop()
  await stopRedis()
})

/** Records what the nodes tell each other over Redis. */
async function overhear(): Promise<{ said: string[]; stop(): void }> {
  const ear = new Redis(port, '127.0.0.1')
  const said: string[] = []
  ear.on('pmessage', (_pattern, _channel, message: string) => said.push(message))
  await ear.psubscribe('kurso:*:live')
  return { said, stop: () => ear.disconnect() }
}

const texts = (client: LiveClient) =>
  client.events(room).map(({ data }) => (data as { message: { message: string } }).message.message)

test('nodes notify each other through Redis, through the database while it is down, and through Redis again [CHT-09, REL-04]', async () => {
  const [one, other] = school.nodes
  const client = await connectLive(other.url, school.learner.token, { [room]: null })
  await expect.poll(() => client.of('joined')).toHaveLength(1)
  /** Sooner than a sweep would find it. */
  const soon = { timeout: 3_000 }

  const first = await overhear()
  expect(await postOver(one, school, 'over Redis')).toBe(200)
  await expect.poll(() => texts(client), soon).toEqual(['over Redis'])
  expect(first.said.join()).toContain(room)
  first.stop()

  await stopRedis()
  expect(await postOver(one, school, 'without')).toBe(200)
  await expect.poll(() => texts(client), soon).toEqual(['over Redis', 'without'])

  await startRedis()
  const again = await overhear()
  await expect
    .poll(
      async () => {
        await postOver(one, school, 'again')
        return again.said.join()
      },
      { timeout: 10_000, interval: 500 },
    )
    .toContain(room)
  await expect.poll(() => texts(client).at(-1), soon).toBe('again')
  again.stop()
  expect(client.socket.readyState).toBe(1)
  client.socket.terminate()
})

import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import { usualPace } from '#server/platform/live/heartbeat.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { connectLive, LiveClient, originOf } from '../../testing/live-client.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let origin = ''
// The usual pace is slow enough for a busy machine: no heartbeat comes while frames are counted or a reader sleeps.
let hurried: TestApp
let hurriedOrigin = ''
const heartbeatMs = 600

beforeAll(async () => {
  app = await startTestApp()
  origin = await originOf(app.server)
  hurried = await startTestApp({ livePace: { heartbeatMs } })
  hurriedOrigin = await originOf(hurried.server)
})
afterAll(async () => {
  await app.close()
  await hurried.close()
})

const portOf = (url: string) => Number(new URL(url).port)

async function metric(name: string, of = app): Promise<number> {
  const { body } = await of.server.inject('/metrics')
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)?.[1])
}

async function publish(userId: number, data = '{"n":1}', by = app) {
  await by.db.query({ text: `select publish_event($1, 'thing', $2)`, values: [`user:${userId}`, data] })
  by.live.nudge(userRoom, userId)
}

test('an ended session closes its own sockets, with a notice, and no others [ACC-19]', async () => {
  const person = await app.signIn()
  const again = await app.visitor.call('POST /auth/login', {
    body: { email: `person-${person.userId}@example.com`, password: 'correct horse' },
  })
  const [one, other] = [await connectLive(origin, person.token, {}), await connectLive(origin, again.data.token, {})]
  for (const client of [one, other]) await expect.poll(() => client.of('welcome')).toHaveLength(1)
  await person.call('POST /auth/logout')
  expect(await one.closed).toBe(liveCloseCodes.unauthorized)
  expect(one.of('logout')).toEqual([{ type: 'logout', reason: 'session_ended' }])
  expect(other.socket.readyState).toBe(1)
  other.socket.terminate()
})

test.each(['', 'nonsense', 'x'.repeat(200)])('the token %j opens nothing', async token => {
  const client = await connectLive(origin, token, { 'user:1': 0 })
  expect(await client.closed).toBe(liveCloseCodes.unauthorized)
  expect(client.frames).toEqual([])
})

test('a session of one school does not work in another', async () => {
  const person = await app.signIn({ brandId: 'face' })
  const client = await connectLive(origin, person.token, {})
  expect(await client.closed).toBe(liveCloseCodes.unauthorized)
})

test('who says no hello in time is closed, with words or without', async () => {
  const impatient = await startTestApp({ livePace: { heartbeatMs, helloMs: 600 } })
  const at = await originOf(impatient.server)
  const silent = new LiveClient(at)
  const talking = new LiveClient(at)
  await once(talking.socket, 'open')
  talking.send({ type: 'ping' })
  expect(await Promise.all([silent.closed, talking.closed])).toEqual([liveCloseCodes.late, liveCloseCodes.late])
  await impatient.close()
})

test('a page of another origin, another address or another protocol is not let in', async () => {
  const evil = new LiveClient(origin, { headers: { origin: 'https://evil.example' } })
  const [, response] = (await once(evil.socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(response.statusCode).toBe(403)
  const own = new LiveClient(origin, { headers: { origin } })
  await once(own.socket, 'open')
  own.socket.terminate()
  const raw = connectTo(portOf(origin), '127.0.0.1')
  raw.write('GET /spa/other HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
  expect(String((await once(raw, 'data'))[0])).toMatch(/^HTTP\/1.1 404/)
  const plain = connectTo(portOf(origin), '127.0.0.1')
  plain.write('GET /spa/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n')
  expect(String((await once(plain, 'data'))[0])).toMatch(/^HTTP\/1.1 400/)
})

test('unknown frames close the connection and do nothing else', async () => {
  const person = await app.signIn()
  const junk = ['', 'null', '[]', '{', '{"type":"hello"}', '{"type":"join","room":"user:1","after":-1}', '"hello"']
  junk.push('{"type":"join","room":"user:1 or 1=1"}', '{"type":"hello","token":"x","app_id":"kurso","rooms":[]}')
  junk.push(JSON.stringify({ type: 'hello', token: 'x', app_id: 'x', rooms: { 'user:1': 1.5 } }))
  for (const frame of junk) {
    const client = await connectLive(origin, person.token, {})
    client.socket.send(frame)
    expect([frame, await client.closed]).toEqual([frame, liveCloseCodes.broken])
  }
  const binary = await connectLive(origin, person.token, {})
  binary.socket.send(Buffer.from('{"type":"ping"}'), { binary: true })
  expect(await binary.closed).toBe(liveCloseCodes.broken)
  const large = await connectLive(origin, person.token, {})
  large.socket.send('x'.repeat(20_000))
  expect(await large.closed).toBe(1009)
  expect((await app.server.inject('/healthz')).statusCode).toBe(200)
})

test('whatever is sent, the server survives and drops the connection', async () => {
  const person = await app.signIn()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.json(), fc.string(), fc.uint8Array()), { maxLength: 5 }), async frames => {
      const client = await connectLive(origin, person.token, {})
      for (const frame of frames) client.socket.send(frame)
      client.send({ type: 'leave', room: 'user:1' })
      client.socket.close()
      await client.closed
    }),
    { numRuns: 60 },
  )
  const raw = await upgraded()
  raw.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 1, 2, 3]))
  await once(raw, 'close')
  await expect.poll(() => metric('live_connections')).toBe(0)
  expect(await metric('live_rooms')).toBe(0)
})

/** A connection that has become a websocket, without a client that knows the protocol. */
async function upgraded(): Promise<Socket> {
  const raw = connectTo(portOf(origin), '127.0.0.1')
  raw.write(
    'GET /spa/live HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(raw, 'data')
  return raw
}

test('who listens only after a flood of frames still reads why it was turned away', async () => {
  const { token } = await app.signIn()
  const raw = await upgraded()
  const frameOf = (content: object) => {
    const text = Buffer.from(JSON.stringify({ ...content, and: 'x'.repeat(4000) }))
    return Buffer.concat([Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]), text])
  }
  raw.write(frameOf({ type: 'hello', token, app_id: 'kurso', rooms: {} }))
  const frame = frameOf({ type: 'ping' })
  raw.pause()
  await new Promise<void>((resolve, reject) => {
    raw.once('error', reject)
    raw.write(Buffer.concat(Array.from({ length: 5000 }, () => frame)), () => resolve())
  })
  const told: Buffer[] = []
  raw.on('data', (part: Buffer) => told.push(part)).resume()
  await once(raw, 'end')
  const close = Buffer.from([0x88, 2, liveCloseCodes.tooMany >> 8, liveCloseCodes.tooMany & 0xff])
  expect(Buffer.concat(told).subarray(-close.length)).toEqual(close)
  await expect.poll(() => metric('live_connections')).toBe(0)
})

test('frames, rooms and connections per person are limited', async () => {
  const person = await app.signIn()
  const chatty = await connectLive(origin, person.token, {})
  for (let index = 0; index < 400; index++) chatty.send({ type: 'ping' })
  expect(await chatty.closed).toBe(liveCloseCodes.tooMany)
  const unasked = await connectLive(origin, person.token, {})
  for (let index = 0; index < 400; index++) unasked.socket.pong()
  expect(await unasked.closed).toBe(liveCloseCodes.tooMany)
  const rooms = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`chat:${index + 1}`, 0]))
  const broad = await connectLive(origin, person.token, rooms)
  expect(await broad.closed).toBe(liveCloseCodes.broken)
  const many = await Promise.all(Array.from({ length: 20 }, () => connectLive(origin, person.token, {})))
  for (const client of many) await expect.poll(() => client.of('welcome')).toHaveLength(1)
  const extra = await connectLive(origin, person.token, {})
  expect(await extra.closed).toBe(liveCloseCodes.tooMany)
  for (const client of many) client.socket.terminate()
})

test('a crowd that comes back at once leaves the database to others, and everyone is let in [REL-03, REL-04]', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => app.signIn()))
  let asked = 0
  let most = 0
  const query = app.db.query.bind(app.db)
  const counting = vi.spyOn(app.db, 'query').mockImplementation(async config => {
    // Those without a name are the job queue's.
    if (config.name === undefined) return query(config)
    most = Math.max(most, ++asked)
    // As long as a statement may take on a busy machine: longer than all of them may wait for a hello.
    await new Promise(resolve => setTimeout(resolve, 20))
    return query(config).finally(() => asked--)
  })
  const crowd = people.flatMap(({ token, userId }) =>
    Array.from({ length: 20 }, () => connectLive(origin, token, { [`user:${userId}`]: 0 })),
  )
  await expect.poll(() => asked).toBeGreaterThan(4)
  expect((await app.server.inject('/readyz')).statusCode).toBe(200)
  const clients = await Promise.all(crowd)
  await expect.poll(() => clients.filter(client => client.of('joined').length === 1).length).toBe(clients.length)
  counting.mockRestore()
  expect(most).toBeLessThanOrEqual(8)
  for (const client of clients) client.socket.terminate()
})

test('the heart beats through a proxy that cuts idle connections, and the page hears it', async () => {
  expect(usualPace.heartbeatMs).toBeLessThan(30_000)
  const sockets: Socket[] = []
  const proxy = createServer(front => {
    const back = connectTo(portOf(hurriedOrigin), '127.0.0.1')
    for (const side of [front, back]) {
      sockets.push(side)
      side.setTimeout(heartbeatMs * 3, () => side.destroy()).on('error', () => undefined)
    }
    front.pipe(back).pipe(front)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const person = await hurried.signIn()
  const room = `user:${person.userId}`
  const through = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  const client = await connectLive(through, person.token, { [room]: 0 }, { autoPong: true })
  await new Promise(resolve => setTimeout(resolve, heartbeatMs * 6))
  await expect.poll(() => client.of('pong').length).toBeGreaterThan(3)
  await publish(person.userId, undefined, hurried)
  await expect.poll(() => client.numbers(room)).toEqual([1])
  for (const socket of sockets) socket.destroy()
  proxy.close()
  await expect.poll(() => metric('live_connections', hurried)).toBe(0)
})

test('a silently lost peer is dropped within two heartbeats', async () => {
  const person = await hurried.signIn()
  const client = await connectLive(hurriedOrigin, person.token, { [`user:${person.userId}`]: 0 }, { autoPong: false })
  await expect.poll(() => client.of('joined')).toHaveLength(1)
  expect(await metric('live_connections', hurried)).toBe(1)
  await client.closed
  // Told by beats, which a busy machine only makes longer: one asks for a sign, in place of the next it is dropped.
  const joinedAt = client.frames.findIndex(({ type }) => type === 'joined')
  expect(client.frames.slice(joinedAt).filter(({ type }) => type === 'pong').length).toBeLessThanOrEqual(1)
  await expect.poll(() => metric('live_connections', hurried)).toBe(0)
  expect(await metric('live_rooms', hurried)).toBe(0)
})

test('a client that is too slow is disconnected, delays nobody, and misses nothing when it returns', async () => {
  const person = await app.signIn()
  const room = `user:${person.userId}`
  const [slow, quick] = [
    await connectLive(origin, person.token, { [room]: 0 }),
    await connectLive(origin, person.token, { [room]: 0 }),
  ]
  for (const client of [slow, quick]) await expect.poll(() => client.of('joined')).toHaveLength(1)
  slow.socket.pause()
  const large = JSON.stringify({ text: 'x'.repeat(100_000) })
  for (let index = 0; index < 100; index++) await publish(person.userId, large)
  await expect.poll(() => quick.numbers(room).length).toBe(100)
  await expect.poll(() => metric('live_connections')).toBe(1)
  slow.socket.resume()
  await slow.closed
  const known = slow.numbers(room).length
  expect(known).toBeLessThan(100)
  const back = await connectLive(origin, person.token, { [room]: known })
  await expect.poll(() => back.numbers(room).at(-1)).toBe(100)
  expect([...slow.numbers(room), ...back.numbers(room)]).toEqual(quick.numbers(room))
  for (const client of [quick, back]) client.socket.terminate()
})

test('a stopping server sends everyone to another one and does not wait for dead connections [REL-03]', async () => {
  const stopping = await startTestApp()
  const at = await originOf(stopping.server)
  const person = await stopping.signIn()
  const [alive, dead] = [await connectLive(at, person.token, {}), await connectLive(at, person.token, {})]
  for (const client of [alive, dead]) await expect.poll(() => client.of('welcome')).toHaveLength(1)
  dead.socket.pause()
  const before = performance.now()
  await stopping.close()
  expect(performance.now() - before).toBeLessThan(4_000)
  expect(await alive.closed).toBe(liveCloseCodes.leaving)
  dead.socket.terminate()
})

import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertHomeworkCourse, addPupil, type Pupil } from '#server/app/testing/homework-people.ts'
import { connectLive, type LiveClient, originOf } from '#server/app/testing/live-client.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { startTwoNodes } from '#server/app/testing/two-nodes.ts'
import { givenOf } from '#server/app/settings.ts'
import { insertConsultation } from './testing/insert-consultation.ts'

const minute = 60_000
const page = (name: string) => `${name.padEnd(12, '0')}.0`
const here = { from: page('learner'), to: '' as const, kind: 'here' as const, text: '' }

let app: TestApp
let origin = ''
let pupil: Pupil
let expert: TestClient
let id = 0
const open: LiveClient[] = []
const start = Date.parse('2027-03-01T10:00:00Z')

beforeAll(async () => {
  const given = givenOf({ TURN_URLS: 'turn:relay.test:3478', TURN_SECRET: 'shared', STUN_URLS: 'stun:relay.test:3478' })
  app = await startTestApp({ given })
  origin = await originOf(app.server)
  app.clock.set(start)
  const course = await insertHomeworkCourse(app)
  pupil = await addPupil(app, course)
  expert = await app.signIn({ role: 'expert' })
})
beforeEach(async () => {
  app.clock.set(start)
  await app.db.query({ text: 'delete from video_consultations' })
  id = await insertConsultation(app.db, {
    learnerId: pupil.client.userId,
    expertId: expert.userId,
    streamId: pupil.streamId,
    startsAt: start,
  })
})
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate()
})
afterAll(() => app.close())

const factsFor = (who: TestClient, of = id) => who.call('GET /online-consultation/:id/call', { params: { id: of } })
const say = (who: TestClient, body: Record<string, unknown>, of = id) =>
  who.call('POST /online-consultation/:id/call/signals', { params: { id: of }, body: body as typeof here })

async function hearAs({ token }: TestClient): Promise<LiveClient> {
  const client = await connectLive(origin, token, { [`call:${id}`]: null })
  open.push(client)
  await expect.poll(() => client.of('joined').length + client.of('refused').length).toBe(1)
  return client
}

describe('who may be in a call', () => {
  test('the two of it learn of each other and of the relay, whose password ends in four hours [CNS-18]', async () => {
    const { data } = await factsFor(pupil.client)
    expect(data).toMatchObject({
      consultation_id: id,
      own_id: pupil.client.userId,
      is_expert: false,
      other: { id: expert.userId, name: expect.stringContaining('Test Person') },
      chat_id: pupil.chatId,
      starts_at: start / 1000,
      closes_at: start / 1000 + 60 * 60,
      has_relay: true,
    })
    const [stun, turn] = data.ice_servers
    expect(stun).toEqual({ urls: ['stun:relay.test:3478'] })
    expect(turn?.username).toBe(`${start / 1000 + 4 * 3600}:${pupil.client.userId}`)
    const password = createHmac('sha1', 'shared').update(String(turn?.username)).digest('base64')
    expect(turn?.credential).toBe(password)
    const others = await factsFor(expert)
    expect(others.data).toMatchObject({ is_expert: true, other: { id: pupil.client.userId } })
  })

  test('nobody else finds it, whatever their role, and nobody without a session [CNS-18]', async () => {
    const strangers = [
      await app.signIn(),
      await app.signIn({ role: 'expert' }),
      await app.signIn({ role: 'admin' }),
      await app.signIn({ role: 'support' }),
    ]
    for (const stranger of strangers) {
      expect(await factsFor(stranger)).toMatchObject({ status: 404 })
      expect(await say(stranger, here)).toMatchObject({ status: 404 })
    }
    expect(await factsFor(app.visitor)).toMatchObject({ status: 401 })
    expect(await factsFor(pupil.client, 987_654)).toMatchObject({ status: 404 })
  })

  test.each([
    [-11, 'confirmed', 409, 'call_early'],
    [-10, 'confirmed', 200, undefined],
    [59, 'confirmed', 200, undefined],
    [60, 'confirmed', 409, 'call_over'],
    [0, 'pending', 409, 'call_early'],
    [0, 'cancelled', 409, 'call_over'],
    [0, 'complete', 409, 'call_over'],
  ])('%d minutes from its beginning a %s one answers %d [CNS-18]', async (minutes, status, expected, code) => {
    await app.db.query({ text: 'update video_consultations set status = $1', values: [status] })
    app.clock.set(start + minutes * minute)
    const answer = await factsFor(pupil.client)
    expect([answer.status, (answer.data as { code?: string }).code]).toEqual([expected, code])
    expect((await say(pupil.client, here)).status).toBe(expected)
  })

  test('one whose expert is gone is over', async () => {
    await app.db.query({ text: 'update video_consultations set expert_id = null' })
    expect(await factsFor(pupil.client)).toMatchObject({ status: 409, data: { code: 'call_over' } })
  })
})

describe('what browsers say to each other', () => {
  test('is told to the pages of the two with who said it, and kept nowhere [CNS-18]', async () => {
    const heard = [await hearAs(expert), await hearAs(pupil.client)]
    const offer = { from: page('learner'), to: page('expert'), kind: 'description', text: btoa('sdp') }
    // What it claims to be of somebody else is passed over.
    const answer = await say(pupil.client, { ...offer, user_id: expert.userId })
    expect(answer.status).toBe(200)
    expect(answer.statements).toBeLessThanOrEqual(2)
    for (const client of heard)
      await expect
        .poll(() => client.events(`call:${id}`))
        .toEqual([{ room: `call:${id}`, seq: null, type: 'call', data: { ...offer, user_id: pupil.client.userId } }])
    const { rows } = await app.db.query({ text: 'select from live_events union all select from live_rooms' })
    expect(rows).toEqual([])
  })

  test('a stranger enters no room, is heard by nobody, and the call goes on [CNS-18]', async () => {
    const stranger = await app.signIn({ role: 'expert' })
    const heard = await hearAs(expert)
    expect((await hearAs(stranger)).of('refused')).toEqual([{ type: 'refused', room: `call:${id}`, code: 'not_found' }])
    expect((await say(stranger, here)).status).toBe(404)
    expect((await say(pupil.client, here)).status).toBe(200)
    await expect.poll(() => heard.events(`call:${id}`)).toHaveLength(1)
    expect(heard.events(`call:${id}`)).toMatchObject([{ data: { user_id: pupil.client.userId } }])
  })

  test('nobody enters the room of a call that is not open', async () => {
    app.clock.set(start - 11 * minute)
    expect((await hearAs(expert)).of('joined')).toEqual([])
  })

  test('nobody enters the room of a school that has no video consultations', async () => {
    const { config } = app.brands.default
    config.isVideoConsultationSupport = false
    expect((await hearAs(expert)).of('joined')).toEqual([])
    config.isVideoConsultationSupport = true
    expect((await hearAs(expert)).of('joined')).toHaveLength(1)
  })

  test.each([
    ['no kind', { kind: 'shout' }],
    ['no page', { from: 'me' }],
    ['too long', { text: 'A'.repeat(6001) }],
    ['no base64', { text: '<script>' }],
    ['to no page', { to: 'x' }],
  ])('%s is refused with its field', async (_, change) => {
    const answer = await say(pupil.client, { ...here, ...change })
    expect(answer.status).toBe(422)
    expect(Object.keys((answer.data as unknown as { errors: object }).errors)).toEqual(Object.keys(change))
  })
})

test('the longest signal reaches a page on another server, without Redis [CNS-18]', async () => {
  const { nodes, database, learner, expert: other, stop } = await startTwoNodes()
  try {
    const streams = await database.query<{ id: number }>({ text: 'select id from user_streams' })
    const own = await insertConsultation(database, {
      learnerId: learner.userId,
      expertId: other.userId,
      streamId: streams.rows[0]?.id ?? 0,
      startsAt: Date.now(),
    })
    const client = await connectLive(nodes[1].url, other.token, { [`call:${own}`]: null })
    open.push(client)
    await expect.poll(() => client.of('joined')).toHaveLength(1)
    const body = { from: page('learner'), to: page('expert'), kind: 'description', text: 'A'.repeat(6000) }
    const answer = await fetch(`${nodes[0].url}/spa/api/v1/online-consultation/${own}/call/signals`, {
      method: 'POST',
      headers: { authorization: `Bearer ${learner.token}`, 'content-type': 'application/json', 'x-app-id': 'kurso' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    await expect.poll(() => client.events(`call:${own}`)).toMatchObject([{ data: body }])
  } finally {
    await stop()
  }
})

import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import { connectLive, type LiveClient } from '../../testing/live-client.ts'
import { postOver, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'

let school: TwoNodes
let room = ''

beforeAll(async () => {
  school = await startTwoNodes()
  room = `chat:${school.chatId}`
})
afterAll(() => school.stop())

const texts = (client: LiveClient) =>
  client.events(room).map(({ data }) => (data as { message: { message: string } }).message.message)

test('a message posted on one node is there at once on the other, whole and in order [CHT-09]', async () => {
  const [one, other] = school.nodes
  const client = await connectLive(other.url, school.learner.token, { [room]: null })
  await expect.poll(() => client.of('joined')).toHaveLength(1)
  const said: string[] = []
  // Three sweeps would take longer.
  for (const text of ['one', 'two', 'three']) {
    expect(await postOver(one, school, text)).toBe(200)
    said.push(text)
    await expect.poll(() => texts(client), { timeout: 2_000 }).toEqual(said)
  }
  client.socket.terminate()
})

test('a session that ends on one node closes its sockets on the other [ACC-19]', async () => {
  const [one, other] = school.nodes
  const client = await connectLive(other.url, school.expert.token, { [room]: null })
  await expect.poll(() => client.of('joined')).toHaveLength(1)
  const { token } = school.expert
  const login = await fetch(`${one.url}/spa/api/v1/auth/transfer-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-app-id': 'kurso' },
  })
  const transfer = (await login.json()) as { token: string }
  const exchanged = await fetch(`${one.url}/spa/api/v1/auth/exchange-transfer-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-id': 'kurso' },
    body: JSON.stringify(transfer),
  })
  school.expert.token = ((await exchanged.json()) as { token: string }).token
  await fetch(`${one.url}/spa/api/v1/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-app-id': 'kurso' },
  })
  expect(await client.closed).toBe(liveCloseCodes.unauthorized)
  expect(client.of('logout')).toHaveLength(1)
})

test('when a node is killed, another continues from the last number [REL-01, REL-03]', async () => {
  const [one, other] = school.nodes
  const client = await connectLive(one.url, school.learner.token, { [room]: null })
  await expect.poll(() => client.of('joined')).toHaveLength(1)
  const acknowledged: string[] = []
  const posting = (async () => {
    for (let number = 1; number <= 60; number++) {
      const text = `message ${number}`
      const node = number <= 30 ? one : other
      if ((await postOver(node, school, text)) === 200) acknowledged.push(text)
      if (number === 20) one.process.kill('SIGKILL')
    }
  })()
  await once(client.socket, 'close')
  const known = client.of('joined')[0]?.seq ?? 0
  const last = client.numbers(room).at(-1) ?? known
  const back = await connectLive(other.url, school.learner.token, { [room]: last })
  await posting
  const all = () => [...texts(client), ...texts(back)]
  await expect.poll(() => all().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(acknowledged.length)
  // One may have been stored without its answer arriving; none is doubled or missing, and all are in order.
  expect(new Set(all()).size).toBe(all().length)
  expect(all().filter(text => acknowledged.includes(text))).toEqual(acknowledged)
  expect(acknowledged.length).toBeGreaterThanOrEqual(50)
  back.socket.terminate()
})

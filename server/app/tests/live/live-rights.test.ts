import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import { post, startChat } from '../../testing/chat-people.ts'
import { connectLive, originOf } from '../../testing/live-client.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let origin = ''
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  origin = await originOf(app.server)
})
afterAll(() => app.close())

const change = (text: string, values: unknown[]) => app.db.query({ text, values })

test('somebody who is no longer an expert, or not of the course, receives nothing more from its chats [SEC-02, CHT-09]', async () => {
  const { course, learner, expert, chatId } = await startChat(app)
  const demoted = await app.signIn({ role: 'expert' })
  const staying = await app.signIn({ role: 'expert' })
  const room = `chat:${chatId}`
  const connect = (token: string) => connectLive(origin, token, { [room]: 0 })
  const sockets = await Promise.all([expert, demoted, staying, learner].map(({ token }) => connect(token)))
  for (const socket of sockets) await expect.poll(() => socket.of('joined')).toHaveLength(1)
  await app.live.checkSessions()
  await change('update users set role = $2 where id = $1', [demoted.userId, 'learner'])
  await change('insert into course_experts (course_id, user_id) values ($1, $2)', [course.id, staying.userId])
  await app.live.checkSessions()
  const [one, two, kept, own] = sockets
  expect([await one?.closed, await two?.closed]).toEqual([liveCloseCodes.renew, liveCloseCodes.renew])
  await post(learner, chatId, 'Only for you')
  for (const socket of [kept, own]) await expect.poll(() => socket?.events(room)).toHaveLength(1)
  expect([one, two].map(socket => socket?.events(room))).toEqual([[], []])
  for (const { token } of [expert, demoted]) {
    const again = await connect(token)
    await expect.poll(() => again.of('refused')).toEqual([{ type: 'refused', room, code: 'not_found' }])
    again.socket.terminate()
  }
  for (const socket of [kept, own]) socket?.socket.terminate()
})

test('a waiting poll sends nothing to a person whose role has changed [SEC-02, CHT-09]', async () => {
  const { learner, expert, chatId } = await startChat(app)
  const room = `chat:${chatId}`
  const first = await expert.call('POST /live/poll', { body: { rooms: { [room]: null }, wait_seconds: 0 } })
  const waiting = expert.call('POST /live/poll', { body: { rooms: { [room]: first.data.rooms[room] ?? 0 } } })
  await expect.poll(async () => (await app.server.inject('/metrics')).body).toMatch(/^live_polls 1$/m)
  await change('update users set role = $2 where id = $1', [expert.userId, 'learner'])
  await post(learner, chatId, 'Only for you')
  expect((await waiting).status).toBe(503)
})

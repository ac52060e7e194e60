import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { connectLive, originOf } from '#server/app/testing/live-client.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let origin: string
let school: Awaited<ReturnType<typeof courseSchool>>
let vera: TestClient
let olga: TestClient
let courseId: number

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  origin = await originOf(app.server)
  school = await courseSchool(app)
  vera = await app.signIn({ role: 'author' })
  olga = await app.signIn({ role: 'author' })
  courseId = (await school.take(plannedCourse([{ key: 'water', title: 'Water' }], { key: 'week' }))).id
  await vera.call('POST /studio/courses/:id/draft', { params: { id: courseId } })
})
afterAll(async () => {
  await school.remove()
  await app.close()
})

const say = (by: TestClient, part: string | null) =>
  by.call('POST /studio/courses/:id/draft/authors', { params: { id: courseId }, body: { part } })
const parts = async () => (await vera.call('GET /studio/courses/:id/draft', { params: { id: courseId } })).data
const room = () => `draft:${courseId}`

test('each author of a draft sees who else is at it and at which part, until they have been silent for 40 seconds', async () => {
  const day = (await parts()).parts.find(({ kind }) => kind === 'day')?.id ?? ''
  expect((await say(vera, day)).data).toEqual([])
  expect((await say(olga, null)).data).toEqual([{ name: 'Test Person 1', part: day }])
  expect((await say(vera, null)).data).toEqual([{ name: 'Test Person 2', part: null }])
  expect((await say(olga, day)).data).toEqual([{ name: 'Test Person 1', part: null }])
  app.clock.set(app.clock.now + 39_000)
  expect((await say(vera, null)).data).toEqual([{ name: 'Test Person 2', part: day }])
  app.clock.set(app.clock.now + 2000)
  expect((await say(vera, null)).data).toEqual([])
  app.clock.set(app.clock.now + 60_000)
  await say(vera, null)
  const { rows } = await app.db.query({ text: 'select user_id from course_draft_authors' })
  expect(rows).toEqual([{ user_id: vera.userId }])
})

test('the others hear at once of who comes, of who opens another part, and of a changed order; not of who stays', async () => {
  app.clock.set(app.clock.now + 60_000)
  const socket = await connectLive(origin, olga.token, { [room()]: null })
  await expect.poll(() => socket.of('joined')).toHaveLength(1)
  const heard = () => socket.events(room()).map(({ type, data }) => [type, data])
  const fromVera = (revision = 0) => ['draft', { user_id: vera.userId, revision }]
  await say(vera, null)
  await expect.poll(heard).toEqual([fromVera()])
  await say(vera, null)
  await say(vera, randomUUID())
  await expect.poll(heard).toEqual([fromVera(), fromVera()])
  const { revision, parts: now } = await parts()
  const root = now.find(({ kind }) => kind === 'course')?.id ?? ''
  const added = [{ id: randomUUID(), kind: 'stage' as const, parent_id: root, sort: 9 }]
  await vera.call('POST /studio/courses/:id/draft/edits', {
    params: { id: courseId },
    body: { revision, added, placed: [] },
  })
  await expect.poll(heard).toEqual([fromVera(), fromVera(), fromVera(revision + 1)])
  socket.socket.terminate()
})

test('only authors and admins of the school enter the room of a draft, and nobody says to be at one of another school', async () => {
  const admitted = async (by: TestClient, appId = 'kurso') => {
    const body = { rooms: { [room()]: null }, wait_seconds: 0 }
    const { data } = await by.call('POST /live/poll', { body, appId })
    return !data.refused.includes(room())
  }
  for (const role of ['learner', 'expert', 'support'] as const)
    expect([role, await admitted(await app.signIn({ role }))]).toEqual([role, false])
  expect(await admitted(await app.signIn({ role: 'admin' }))).toBe(true)
  const stranger = await app.signIn({ role: 'author', brandId: 'face' })
  expect(await admitted(stranger, 'face')).toBe(false)
  const said = await stranger.call('POST /studio/courses/:id/draft/authors', {
    params: { id: courseId },
    body: { part: null },
    appId: 'face',
  })
  expect(said.status).toBe(404)
  await vera.call('POST /studio/courses/:id/draft/discard', {
    params: { id: courseId },
    body: { revision: (await parts()).revision },
  })
  expect((await say(vera, null)).status).toBe(404)
})

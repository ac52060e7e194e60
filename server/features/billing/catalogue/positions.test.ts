import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertCourse } from '#server/app/testing/course-fixture.ts'
import { newServiceBody, positionTerms } from '#server/app/testing/shop-writes.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
let rival: TestClient
let service: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn({ role: 'admin' })
  rival = await app.signIn({ role: 'admin' })
  service = (await admin.call('POST /studio/services', { body: newServiceBody })).data.id
})
beforeEach(async () => {
  await app.db.query({ text: 'delete from catalog_positions' })
})
afterAll(() => app.close())

const fields = (more: object = {}) => ({ ...positionTerms, service_id: service, ...more }) as typeof positionTerms
const add = (more: object = {}, idempotencyKey?: string) =>
  admin.call('POST /studio/catalog-positions', { body: fields(more), ...(idempotencyKey && { idempotencyKey }) })
const change = (id: number, more: object, revision = 1, by = admin) =>
  by.call('PUT /studio/catalog-positions/:id', { params: { id }, body: { ...fields(more), revision } })
const place = (id: number, after: number | null) =>
  admin.call('PUT /studio/catalog-positions/:id/place', { params: { id }, body: { after } })
const order = async () => (await admin.call('GET /studio/catalog-positions')).data.map(({ id }) => id)
const actionsOf = async (id: number) =>
  (
    await app.db.query<{ action: string }>({
      text: `select action from audit_log where target_type = 'position' and target_id = $1 order by id`,
      values: [id],
    })
  ).rows.map(({ action }) => action)

async function refusal(asked: Promise<{ status: number; data: object }>) {
  const { status, data } = await asked
  const { code, errors } = data as { code?: string; errors?: object }
  return [status, code, ...Object.keys(errors ?? {})]
}
const texts = (title: string) => ({ en: { title, description: '' } })

test('a position is added hidden, shown, hidden and taken out; each of it is logged once [STF-08]', async () => {
  const { id } = (await add({ texts: { ...texts(' Begin '), ru: { title: ' ', description: '' } }, category_id: 2 }))
    .data
  const params = { id }
  expect((await admin.call('GET /studio/catalog-positions/:id', { params })).data).toEqual({
    ...fields({ texts: texts('Begin'), category_id: 2 }),
    id,
    state: 'hidden',
    revision: 1,
  })
  for (const state of ['shown', 'shown', 'hidden'] as const)
    await admin.call('PUT /studio/catalog-positions/:id/state', { params, body: { state } })
  expect((await admin.call('DELETE /studio/catalog-positions/:id', { params })).status).toBe(200)
  expect(await refusal(admin.call('DELETE /studio/catalog-positions/:id', { params }))).toEqual([404, 'not_found'])
  const log = ['add', 'show', 'hide', 'remove']
  expect(await actionsOf(id)).toEqual(log.map(name => `position.${name}`))
})

test('the list says what each position sells and whether that is for sale', async () => {
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  await add()
  await add({ service_id: null, course_id: course.id })
  const list = async () => (await admin.call('GET /studio/catalog-positions')).data
  const sold = { course_title: null, service_title: 'A course', type: 'course_buy' }
  const unsold = { course_title: expect.any(String), service_title: null, type: null }
  expect(await list()).toMatchObject([
    { sells: sold, is_sold: false, state: 'hidden', title: 'A course' },
    { sells: unsold, is_sold: false },
  ])
  const params = { id: service }
  await admin.call('PUT /studio/services/:id/state', { params, body: { state: 'shown' } })
  expect((await list())[0]).toMatchObject({ is_sold: true })
  await admin.call('PUT /studio/services/:id/state', { params, body: { state: 'hidden' } })
})

test('of two who change a position at once the second is told; what is sent again changes nothing more', async () => {
  const { id } = (await add()).data
  const both = await Promise.all([change(id, { texts: texts('One') }), change(id, { texts: texts('Two') }, 1, rival)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await refusal(change(id, { texts: texts('Three') }))).toEqual([409, 'changed_meanwhile'])
  const same = both[0].status === 200 ? 'One' : 'Two'
  expect((await change(id, { texts: texts(same) })).data).toEqual({ revision: 2 })
  expect(await actionsOf(id)).toEqual(['position.add', 'position.change'])
})

test('a position that is added twice with one key is one', async () => {
  const made = await Promise.all([1, 2, 3].map(() => add({}, 'one key')))
  expect(new Set(made.map(({ data }) => data.id)).size).toBe(1)
})

test('positions are moved one at a time; the others keep their order, also when it is sent again', async () => {
  const ids: number[] = []
  for (let count = 0; count < 4; count++) ids.push((await add()).data.id)
  const [a = 0, b = 0, c = 0, d = 0] = ids
  await place(d, a)
  await place(d, a)
  expect(await order()).toEqual([a, d, b, c])
  await place(b, null)
  expect(await order()).toEqual([b, a, d, c])
  await place(b, c)
  expect(await order()).toEqual([a, d, c, b])
  await Promise.all([place(a, b), place(c, null)])
  expect(await order()).toEqual([c, d, b, a])
  expect(await actionsOf(d)).toEqual(['position.add', 'position.move'])
  expect(await refusal(place(a, 999_999))).toEqual([404, 'not_found'])
  expect(await refusal(place(a, a))).toEqual([404, 'not_found'])
  expect(await refusal(place(999_999, null))).toEqual([404, 'not_found'])
  expect(await order()).toEqual([c, d, b, a])
})

test('a position without a title, of nothing or of two things, or of what the school does not have is refused', async () => {
  expect(await refusal(add({ texts: texts('') }))).toEqual([422, 'title_needed', 'texts.en.title'])
  expect(await refusal(add({ service_id: null }))).toEqual([422, 'position_of_what', 'service_id'])
  expect(await refusal(add({ course_id: 1 }))).toEqual([422, 'position_of_what', 'service_id'])
  expect(await refusal(add({ service_id: 999_999 }))).toEqual([404, 'not_found', 'service_id'])
  expect(await refusal(add({ service_id: null, course_id: 999_999 }))).toEqual([404, 'not_found', 'course_id'])
  expect(await refusal(add({ category_id: 99 }))).toEqual([404, 'not_found', 'category_id'])
  expect(await refusal(add({ picture: 'no-such.svg' }))).toEqual([404, 'not_found', 'picture'])
  expect(await refusal(change(999_999, {}))).toEqual([404, 'not_found'])
})

test('a picture stays as long as the catalogue shows it', async () => {
  const upload = (size: number) =>
    admin.call('POST /studio/brand/pictures', {
      body: { data: btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} 1"></svg>`) },
    })
  const [used, unused] = [(await upload(1)).data.name, (await upload(2)).data.name]
  await add({ picture: used })
  await app.db.query({ text: `update brand_pictures set created_at = now() - interval '2 days'` })
  await upload(3)
  const { rows } = await app.db.query<{ name: string }>({ text: 'select name from brand_pictures' })
  const names = rows.map(({ name }) => name)
  expect(names).toContain(used)
  expect(names).not.toContain(unused)
})

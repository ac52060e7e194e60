import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import { newFileKey } from '#server/platform/storage/file-store.ts'
import { articleTerms } from './testing/access.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient
let member: TestClient
let clubId = 0

beforeAll(async () => {
  shop = await openShop()
  shop.app.clock.set('2026-12-01T10:00:00Z')
  admin = await shop.app.signIn({ role: 'admin' })
  learner = await shop.app.signIn()
  member = await shop.app.signIn()
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const body = { ...clubTerms, titles: { en: 'Tea club' }, slug: 'tea', service_ids: [monthly] }
  clubId = (await admin.call('POST /studio/clubs', { body })).data.id
  await shop.buy(member, monthly)
})
afterAll(() => shop.close())

const saying = (body: string) => ({ texts: { en: { title: 'Tea', lead: '', body } } })
const add = (fields: object = {}) =>
  admin.call('POST /studio/clubs/:id/articles', {
    params: { id: clubId },
    body: { ...articleTerms, is_public: false, ...fields },
  })
const change = (id: number, revision: number, fields: object) =>
  admin.call('PUT /studio/articles/:id', {
    params: { id },
    body: { ...articleTerms, is_public: false, ...fields, revision },
  })
const setState = (id: number, state: 'published' | 'draft', revision = 1) =>
  admin.call('PUT /studio/articles/:id/publication', { params: { id }, body: { state, at: null, revision } })
const read = async (id: number, by = member) => (await by.call('GET /articles/:id', { params: { id } })).data
const remove = (id: number) => admin.call('DELETE /studio/library/:id', { params: { id } })
const refusal = ({ status, data }: { status: number; data: object }) => {
  const { code, errors } = data as { code?: string; errors?: object }
  return [status, code, ...Object.keys(errors ?? {})]
}

/** A picture of the library as it is once it is ready. */
async function insertPicture() {
  const id = await insertFilm(shop.app.db, { type: 2, name: 'cup.jpg' })
  const text = `update media set files = '{"large": "l.jpg", "small": "s.jpg"}', width = 1200, height = 800 where id = $1`
  await shop.app.db.query({ text, values: [id] })
  return id
}

/** A film of the library with something stored of it. */
async function insertStoredFilm() {
  const key = newFileKey()
  const folder = join(shop.app.dataDir, 'media', key)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'video.mp4'), 'film')
  return { key, id: await insertFilm(shop.app.db, { key }) }
}

async function mayWatch(key: string, by?: TestClient) {
  const headers = { 'x-app-id': 'kurso', ...(by && { authorization: `Bearer ${by.token}` }) }
  return (await shop.app.server.inject({ url: `/media/${key}/video.mp4`, headers })).statusCode === 200
}

test('who reads an article is answered what its text shows of the library, and no more of it [CLB-09]', async () => {
  const picture = await insertPicture()
  const film = await insertFilm(shop.app.db)
  await insertFilm(shop.app.db)
  const { id } = (await add(saying(`Look\n\n![A cup](media:${picture})\n\n![Pour](media:${film})`))).data
  await setState(id, 'published')
  const { files, body } = await read(id)
  expect(body).toContain(`![A cup](media:${picture})`)
  expect(files.pictures).toEqual([
    {
      id: picture,
      width: 1200,
      height: 800,
      large: expect.stringMatching(/^\/media\/[\w-]+\/l\.jpg$/),
      medium: expect.stringMatching(/l\.jpg$/),
      small: expect.stringMatching(/s\.jpg$/),
    },
  ])
  expect(files.films).toEqual([
    expect.objectContaining({ id: film, duration: 8, mp4: expect.stringMatching(/video\.mp4$/) }),
  ])
  await change(id, 1, saying('Nothing'))
  expect((await read(id)).files).toEqual({ pictures: [], films: [] })
})

test('a film opens for those who may read an article that shows it: a draft’s for staff alone', async () => {
  const film = await insertStoredFilm()
  const body = saying(`![](media:${film.id})`)
  const { id } = (await add(body)).data
  const who = async () => {
    const found = []
    for (const one of [admin, member, learner, undefined]) found.push(await mayWatch(film.key, one))
    return found
  }
  expect(await who()).toEqual([true, false, false, false])
  await setState(id, 'published')
  expect(await who()).toEqual([true, true, false, false])
  await change(id, 1, { ...body, is_public: true })
  expect(await who()).toEqual([true, true, true, false])
  expect(await mayWatch((await insertStoredFilm()).key, member), 'of no article').toBe(false)
})

test('a file that an article shows counts as used, and is not deleted before the article lets it go', async () => {
  const film = await insertFilm(shop.app.db)
  const { id } = (await add(saying(`![](media:${film})`))).data
  const listed = async () =>
    (await admin.call('GET /studio/library', { query: { use: 'unused', 'per-page': 100 } })).data.map(one => one.id)
  expect(await listed()).not.toContain(film)
  const refused = await remove(film)
  expect(refusal(refused)).toEqual([409, 'file_used', 'file'])
  expect(JSON.stringify(refused.data)).toContain('Used in «Tea»')
  const file = async () => (await admin.call('GET /studio/library/:id', { params: { id: film } })).data
  expect(await file()).toMatchObject({ is_used: true, uses: [], showing: [{ kind: 'article', id, title: 'Tea' }] })
  await change(id, 1, { ...saying('Without'), picture_id: null })
  expect(await listed()).toContain(film)
  expect(await file()).toMatchObject({ is_used: false, showing: [] })
  expect((await remove(film)).status).toBe(200)

  const picture = await insertPicture()
  const both = (await add({ ...saying(`![](media:${picture})`), picture_id: picture })).data
  expect(JSON.stringify((await remove(picture)).data)).toContain('Used in «Tea»"')
  await admin.call('DELETE /studio/articles/:id', { params: { id: both.id } })
  expect((await remove(picture)).status).toBe(200)
})

test('of a deletion and an article that takes the file at the same moment, one gives way', async () => {
  for (let round = 0; round < 8; round += 1) {
    const picture = await insertPicture()
    const [deleted, taken] = await Promise.all([remove(picture), add(saying(`![](media:${picture})`))])
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([deleted.status, taken.status])
  }
})

test('what is not a picture or film of the school’s library is refused at its text, and so is too much', async () => {
  const { db } = shop.app
  const wrong = {
    unknown: 999_999,
    'of another school': await insertFilm(db, { brandId: 'mind' }),
    'a document': await insertFilm(db, { type: 4 }),
    'not ready': await insertFilm(db, { status: 'UPLOADED' }),
  }
  const refused = [422, 'no_such_file', 'texts.ru.body']
  for (const [what, file] of Object.entries(wrong)) {
    const texts = {
      en: { title: 'Tea', lead: '', body: '' },
      ru: { title: 'Чай', lead: '', body: `![](media:${file})` },
    }
    expect(refusal(await add({ texts })), what).toEqual(refused)
  }
  const { id } = (await add(saying('Tea'))).data
  const most = Array.from({ length: 100 }, (_, at) => `![](media:${900_000 + at})`).join('\n\n')
  expect(refusal(await change(id, 1, saying(most)))).toEqual([422, 'no_such_file', 'texts.en.body'])
  const many = Array.from({ length: 101 }, (_, at) => `![](media:${at + 1})`).join('\n\n')
  expect(refusal(await change(id, 1, saying(many)))).toEqual([422, 'too_many_files', 'texts.en.body'])
  expect((await admin.call('GET /studio/articles/:id', { params: { id } })).data).toMatchObject({ revision: 1 })
})

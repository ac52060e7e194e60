import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import { articleTerms } from './testing/access.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let member: TestClient
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.app.signIn({ role: 'admin' })
  member = await shop.app.signIn()
})
afterAll(() => shop.close())

test('the articles of an erased author stay the school’s: read, liked, found and published at their time as before [CLB-06, CLB-09, SEC-02]', async () => {
  const author = await shop.app.signIn({ role: 'admin', email: 'author@example.com' })
  const service = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  await shop.buy(member, service)
  const club = { ...clubTerms, slug: 'tea', titles: { en: 'Tea club' }, service_ids: [service] }
  const clubId = (await author.call('POST /studio/clubs', { body: club })).data.id
  const picture = await insertFilm(shop.app.db, { type: 2, name: 'tea.png' })
  const write = async (title: string, state: 'published' | 'scheduled' | 'draft', at: number | null = null) => {
    const texts = { en: { title, lead: 'Leaves', body: `Pour ![](media:${picture})` } }
    const body = { ...articleTerms, texts, picture_id: picture, is_public: true }
    const { id } = (await author.call('POST /studio/clubs/:id/articles', { params: { id: clubId }, body })).data
    const publication = { params: { id }, body: { state, at, revision: 1 } }
    expect((await author.call('PUT /studio/articles/:id/publication', publication)).status).toBe(200)
    return id
  }
  const soon = shop.app.clock.now / 1000 + 3600
  const [published, scheduled, draft] = [
    await write('Oolong', 'published'),
    await write('Sencha', 'scheduled', soon),
    await write('Matcha', 'draft'),
  ]
  await member.call('PUT /articles/:id/like', { params: { id: published }, body: { liked: true } })
  const read = () => member.call('GET /articles/:id', { params: { id: published } })
  const list = async () => (await member.call('GET /articles/preview', { query: { search: 'oolong' } })).data.member
  const before = [(await read()).data, await list()]

  const erase = { params: { id: author.userId }, body: { confirm: 'author@example.com' } }
  expect((await admin.call('POST /studio/users/:id/erase', erase)).status).toBe(200)
  expect([(await read()).data, await list()]).toEqual(before)
  expect(
    (await shop.app.server.inject({ url: `/explore/en/articles/${published}`, headers: { host: 'localhost' } })).body,
  ).toContain('Oolong')
  const ofClub = { params: { id: clubId } }
  const known = (await admin.call('GET /studio/clubs/:id/articles', ofClub)).data.articles
  expect(new Map(known.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [published, 'published'],
      [scheduled, 'scheduled'],
      [draft, 'draft'],
    ]),
  )
  shop.app.clock.set((soon + 1) * 1000)
  expect((await member.call('GET /articles/:id', { params: { id: scheduled } })).data.title).toBe('Sencha')
  expect((await member.call('GET /articles/:id', { params: { id: draft } })).status).toBe(404)
  const log = (await admin.call('GET /studio/audit-log', { query: { page: 1 } })).data
  const ofArticles = log.filter(({ action }) => action.startsWith('article.'))
  expect(ofArticles.length).toBeGreaterThan(2)
  expect(JSON.stringify(ofArticles)).not.toContain('author@example.com')
})

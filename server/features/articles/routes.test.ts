import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import type { ArticleFieldsWire } from '#shared/features/articles/wire.ts'
import { deleteOldViews } from './queries.ts'
import { articleTerms } from './testing/access.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient
let member: TestClient
let clubId = 0

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  await shop.app.db.query({ text: 'delete from communities' })
  admin = await shop.app.signIn({ role: 'admin' })
  learner = await shop.app.signIn()
  member = await shop.app.signIn()
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const body = { ...clubTerms, titles: { en: 'Tea club', ru: 'Чайный клуб' }, slug: 'tea', service_ids: [monthly] }
  clubId = (await admin.call('POST /studio/clubs', { body })).data.id
  await shop.buy(member, monthly)
})
afterAll(() => shop.close())

const code = ({ status, data }: { status: number; data: object }) => [status, (data as { code?: string }).code]
const faults = ({ data }: { data: object }) => Object.keys((data as { errors?: object }).errors ?? {})
const seconds = (time: string) => Date.parse(time) / 1000
const text = (title: string, body = 'Text', lead = '') => ({ title, lead, body })

async function add(fields: Partial<ArticleFieldsWire> = {}, idempotencyKey?: string) {
  const body = { ...articleTerms, is_public: false, ...fields }
  const sent = { params: { id: clubId }, body, ...(idempotencyKey && { idempotencyKey }) }
  return (await admin.call('POST /studio/clubs/:id/articles', sent)).data.id
}
type State = 'draft' | 'scheduled' | 'published'
const publish = (id: number, state: State = 'published', at: number | null = null, revision = 1) =>
  admin.call('PUT /studio/articles/:id/publication', { params: { id }, body: { state, at, revision } })
async function published(fields: Partial<ArticleFieldsWire> = {}) {
  const id = await add(fields)
  expect((await publish(id)).status).toBe(200)
  return id
}
const preview = async (query: Record<string, unknown> = {}, by = member) =>
  (await by.call('GET /articles/preview', { query })).data.member
const idsOf = async (query: Record<string, unknown> = {}, by = member) => (await preview(query, by)).map(({ id }) => id)
const read = (id: number, by = member) => by.call('GET /articles/:id', { params: { id } })

test('a member is answered the articles of their club with what a card shows, others only public ones [CLB-06]', async () => {
  const own = await published({ texts: { en: text('Tea', 'Hot', 'What warms'), ru: text('Чай', 'Горячий') } })
  const open = await published({ is_public: true, sort: 5, texts: { en: text('Welcome') } })
  const [first] = await preview({ thumbnail: '740x420' })
  expect(first).toEqual({
    id: own,
    community_id: clubId,
    slug: 'tea',
    title: 'Tea',
    lead: 'What warms',
    created_at: expect.any(Number),
    published_at: seconds('2026-12-01T10:00:00Z'),
    preview_image: null,
    views: 0,
    sort: 0,
    new: true,
    is_public: false,
    liked: false,
    isFavourite: false,
  })
  expect(await idsOf({ 'external_id[]': [clubId] })).toEqual([own, open])
  expect(await idsOf({ 'external_id[]': [clubId + 1] })).toEqual([])
  expect((await preview({ lang: 'ru' }))[0]?.title).toBe('Чай')
  expect(await idsOf({}, learner)).toEqual([open])
  expect((await read(own)).data).toMatchObject({ body: 'Hot', community_title: 'Tea club', image: null })
  expect(code(await read(own, learner))).toEqual([404, 'not_found'])
  expect((await read(open, learner)).data).toMatchObject({ body: 'Text', is_public: true })
  const stranger = await shop.app.signIn({ brandId: 'mind' })
  expect((await stranger.call('GET /articles/preview', { appId: 'mind' })).data.member).toEqual([])
  const gone = await stranger.call('GET /articles/:id', { params: { id: open }, appId: 'mind' })
  expect(code(gone)).toEqual([404, 'not_found'])
  const hidden = { ...clubTerms, slug: 'tea', is_hidden: true, revision: 1 }
  await admin.call('PUT /studio/clubs/:id', { params: { id: clubId }, body: hidden })
  expect([await idsOf(), code(await read(open))]).toEqual([[], [404, 'not_found']])
})

test('a card gets the smallest size of its picture that fills it', async () => {
  const picture = await insertFilm(shop.app.db, { type: 2, name: 'tea.jpg' })
  const files = JSON.stringify({ small: 's.jpg', medium: 'm.jpg', large: 'l.jpg' })
  const text = 'update media set files = $2, width = 1600, height = 800 where id = $1'
  await shop.app.db.query({ text, values: [picture, files] })
  await published({ picture_id: picture })
  const shown = async (thumbnail: string) => (await preview({ thumbnail }))[0]?.preview_image?.split('/').at(-1)
  expect(await Promise.all(['320x160', '320x161', '800x400', '100x401', '1600x800'].map(shown))).toEqual([
    's.jpg',
    'm.jpg',
    'm.jpg',
    'l.jpg',
    'l.jpg',
  ])
})

test('pages say how many there are, and the lowest number of the order stands first', async () => {
  const third = await published()
  const second = await published()
  const first = await published({ sort: -1 })
  const page = async (number: number) => {
    const { data, headers } = await member.call('GET /articles/preview', { query: { perPage: 2, page: number } })
    return [data.member.map(({ id }) => id), Number(headers['x-pagination-total-count'])]
  }
  expect([await page(1), await page(2), await page(3)]).toEqual([
    [[first, second], 3],
    [[third], 3],
    [[], 3],
  ])
})

test('drafts are nobody’s, scheduled articles appear at their time and stay new for a week [CLB-09]', async () => {
  const id = await add()
  expect([await idsOf(), code(await read(id))]).toEqual([[], [404, 'not_found']])
  const at = seconds('2026-12-02T08:00:00Z')
  expect((await publish(id, 'scheduled', at)).data).toEqual({ state: 'scheduled', published_at: at })
  shop.app.clock.set((at - 1) * 1000)
  expect(await idsOf()).toEqual([])
  shop.app.clock.set(at * 1000)
  expect(await preview()).toMatchObject([{ id, new: true, published_at: at }])
  shop.app.clock.set((at + 7 * 86_400) * 1000)
  expect(await preview()).toMatchObject([{ id, new: false }])
  expect((await publish(id, 'draft')).data).toEqual({ state: 'draft', published_at: null })
  expect(await idsOf()).toEqual([])
  const past = await publish(id, 'scheduled', at)
  expect([...code(past), ...faults(past)]).toEqual([422, 'article_time_past', 'at'])
})

test('likes and favourites are each reader’s own, and only of what they may read [CLB-09]', async () => {
  const id = await published()
  const params = { id }
  const like = (by: TestClient, liked: boolean) => by.call('PUT /articles/:id/like', { params, body: { liked } })
  const keep = (by: TestClient, isFavourite: boolean) =>
    by.call('PUT /articles/:id/favourite', { params, body: { isFavourite } })
  expect(code(await like(learner, true))).toEqual([404, 'not_found'])
  expect(code(await keep(learner, true))).toEqual([404, 'not_found'])
  await Promise.all([like(member, true), like(member, true), keep(member, true)])
  expect(await preview({ favourite: '1' })).toMatchObject([{ id, liked: true, isFavourite: true }])
  expect((await admin.call('GET /studio/clubs/:id/articles', { params: { id: clubId } })).data).toMatchObject({
    title: 'Tea club',
    articles: [{ id, likes: 1, favourites: 1 }],
  })
  await keep(member, false)
  await like(member, false)
  expect(await idsOf({ favourite: '1' })).toEqual([])
  expect(await preview()).toMatchObject([{ liked: false, isFavourite: false }])
})

test('a reader is counted once on each day of theirs [CLB-09]', async () => {
  const id = await published({ is_public: true })
  const look = (by: TestClient) => by.call('PUT /articles/:id/view', { params: { id } })
  const views = async () => (await preview())[0]?.views
  await shop.app.db.query({
    text: `update users set timezone = 'Pacific/Auckland' where id = $1`,
    values: [member.userId],
  })
  await Promise.all([look(member), look(member), look(learner)])
  expect(await views()).toBe(2)
  // It is eleven hours earlier in Auckland’s next day.
  shop.app.clock.set('2026-12-01T11:30:00Z')
  await look(member)
  await look(learner)
  expect(await views()).toBe(3)
  const draft = await add()
  await member.call('PUT /articles/:id/view', { params: { id: draft } })
  const counted = async () =>
    (await shop.app.db.query<{ n: number }>({ text: 'select count(*)::int as n from article_views' })).rows[0]?.n
  expect(await counted()).toBe(3)
  await deleteOldViews(shop.app.db, seconds('2026-12-03T00:00:00Z'))
  expect([await counted(), await views()]).toEqual([1, 3])
})

test('words are found in any of their forms in three languages, in titles before texts [CLB-09]', async () => {
  const ru = await published({ texts: { ru: text('О заварке', 'Зелёный чай заваривают недолго.') } })
  const en = await published({ texts: { en: text('Brewing', 'Two cups were poured.') } })
  const es = await published({ texts: { es: text('Las teteras', 'Una canción sobre el té.') } })
  const title = await published({ texts: { en: text('Cups', 'Of clay.') } })
  expect(await idsOf({ search: 'зеленого чая' })).toEqual([ru])
  expect(await idsOf({ search: 'cup' })).toEqual([title, en])
  expect(await idsOf({ search: 'pouring cup' })).toEqual([en])
  expect(await idsOf({ search: 'tetera' })).toEqual([es])
  expect(await idsOf({ search: 'canciones' })).toEqual([es])
  expect(await idsOf({ search: 'coffee' })).toEqual([])
  expect(await idsOf({ search: 'cup' }, learner), 'not theirs to read').toEqual([])
  for (const search of ['  ', '']) expect(await idsOf({ search })).toHaveLength(4)
  for (const search of ["' | !*:& <->", '\\', 'the']) expect(await idsOf({ search }), search).toEqual([])
})

test('staff write an article once, and of two changes of one state the second is refused', async () => {
  const [id, again] = await Promise.all([add({}, 'the same key'), add({}, 'the same key')])
  expect(again).toBe(id)
  const params = { id }
  const change = (title: string, revision: number) =>
    admin.call('PUT /studio/articles/:id', { params, body: { ...articleTerms, texts: { en: text(title) }, revision } })
  expect((await change('First', 1)).data).toEqual({ revision: 2 })
  expect((await change('First', 1)).data, 'sent again').toEqual({ revision: 2 })
  expect(code(await change('Second', 1))).toEqual([409, 'changed_meanwhile'])
  expect((await admin.call('GET /studio/articles/:id', { params })).data).toEqual({
    ...articleTerms,
    texts: { en: text('First') },
    id,
    community_id: clubId,
    community_title: 'Tea club',
    is_club_hidden: false,
    slug: 'tea',
    image: null,
    state: 'draft',
    published_at: null,
    revision: 2,
  })
  await publish(id, 'published', null, 2)
  expect((await admin.call('DELETE /studio/articles/:id', { params })).status).toBe(200)
  expect(code(await admin.call('DELETE /studio/articles/:id', { params }))).toEqual([404, 'not_found'])
  const { rows } = await shop.app.db.query<{ action: string }>({
    text: `select action from audit_log where target_type = 'article' and target_id = $1 order by id`,
    values: [id],
  })
  expect(rows.map(({ action }) => action)).toEqual([
    'article.add',
    'article.change',
    'article.publish',
    'article.remove',
  ])
})

test('an article outlives its picture', async () => {
  const picture = await insertFilm(shop.app.db, { type: 2 })
  const id = await published({ picture_id: picture })
  await shop.app.db.query({ text: 'delete from media where id = $1', values: [picture] })
  expect((await read(id)).data).toMatchObject({ id, image: null })
})

test('whoever publishes has seen what is published; it is taken back whatever has been written since', async () => {
  const id = await add()
  const body = { ...articleTerms, texts: { en: text('Half', 'Not yet') }, revision: 1 }
  await admin.call('PUT /studio/articles/:id', { params: { id }, body })
  const later = seconds('2026-12-02T08:00:00Z')
  expect(code(await publish(id))).toEqual([409, 'changed_meanwhile'])
  expect(code(await publish(id, 'scheduled', later))).toEqual([409, 'changed_meanwhile'])
  expect([await idsOf(), code(await read(id))]).toEqual([[], [404, 'not_found']])
  expect((await publish(id, 'published', null, 2)).data.state).toBe('published')
  expect((await publish(id)).data.state, 'sent again').toBe('published')
  expect((await publish(id, 'draft')).data.state).toBe('draft')
})

test('what an article cannot be is refused with its field, and other schools do not find it', async () => {
  const send = (fields: object) =>
    admin.call('POST /studio/clubs/:id/articles', { params: { id: clubId }, body: { ...articleTerms, ...fields } })
  const untitled = await send({ texts: { ru: text(' ') } })
  expect([...code(untitled), ...faults(untitled)]).toEqual([422, 'title_needed', 'texts.ru.title'])
  const foreign = await send({ picture_id: 999_999 })
  expect([...code(foreign), ...faults(foreign)]).toEqual([404, 'not_found', 'picture_id'])
  const ofAnother = await insertFilm(shop.app.db, { type: 2 })
  const replacing = await insertFilm(shop.app.db, { type: 2 })
  const replace = 'update media set replaces_id = $1 where id = $2'
  await shop.app.db.query({ text: replace, values: [ofAnother, replacing] })
  expect(code(await send({ picture_id: replacing })), 'its id goes').toEqual([404, 'not_found'])
  const id = await add({ texts: { en: text('Tea', '') } })
  const empty = await publish(id)
  expect([...code(empty), ...faults(empty)]).toEqual([422, 'article_empty', 'texts.en.body'])
  const full = await published()
  const params = { id: full }
  const emptied = await admin.call('PUT /studio/articles/:id', {
    params,
    body: { ...articleTerms, texts: { en: text('Tea', ' ') }, revision: 1 },
  })
  expect([...code(emptied), ...faults(emptied)]).toEqual([422, 'article_empty', 'texts.en.body'])
  const other = await shop.app.signIn({ role: 'admin', brandId: 'mind' })
  const appId = 'mind'
  const body = { ...articleTerms, revision: 1 }
  const publication = { state: 'draft', at: null, revision: 1 } as const
  const answers = [
    await other.call('GET /studio/clubs/:id/articles', { params: { id: clubId }, appId }),
    await other.call('POST /studio/clubs/:id/articles', { params: { id: clubId }, body: articleTerms, appId }),
    await other.call('GET /studio/articles/:id', { params, appId }),
    await other.call('PUT /studio/articles/:id', { params, body, appId }),
    await other.call('PUT /studio/articles/:id/publication', { params, body: publication, appId }),
    await other.call('DELETE /studio/articles/:id', { params, appId }),
  ]
  expect(answers.map(code)).toEqual(answers.map(() => [404, 'not_found']))
})

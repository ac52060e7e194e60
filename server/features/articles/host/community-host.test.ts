import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openClubSchool } from '#server/app/testing/club-people.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import { CommunityHosts } from './community-host.ts'

type Hear = (request: IncomingMessage, answer: ServerResponse) => void

let school: Awaited<ReturnType<typeof openClubSchool>>
let member: TestClient
let heard: IncomingMessage[]
let hear: Hear
const server = createServer((request, answer) => {
  heard.push(request)
  hear(request, answer)
})
let host = ''

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const authorizations = new Map([[host, 'the-token-of-the-school']])
  school = await openClubSchool({ articles: { authorizations, allowPrivate: true } })
  member = await school.join('Anna')
})
beforeEach(() => {
  heard = []
  // Nothing that was remembered holds any longer.
  school.app.clock.now += 3_600_000
  setHost(host)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await school.shop.close()
})

function setHost(to: string | null, brandId = 'kurso') {
  const brand = school.app.brands.byId.get(brandId)
  if (brand) brand.config.communityUrls = { ...brand.config.communityUrls, host: to }
}
const says =
  (said: unknown, status = 200): Hear =>
  (_request, answer) =>
    void answer
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof said === 'string' ? said : JSON.stringify(said))
const article = (fields: object = {}) => ({
  id: 7,
  title: 'Tea in winter',
  published_at: '2026-11-01T10:00:00Z',
  ...fields,
})
const list = (query: Record<string, unknown> = {}, by = member) => by.call('GET /articles/preview', { query })
const listed = async (query: Record<string, unknown> = {}) => (await list(query)).data.member
const code = ({ status, data }: { status: number; data: object }) => [status, (data as { code?: string }).code]

test('the school’s site of clubs is asked for the articles of the caller’s clubs, with its token [CLB-06]', async () => {
  hear = says({
    member: [
      article({ id: 8, sort: 2, new: false }),
      article({
        lead: 'What warms',
        created_at: 1_793_000_000,
        preview_image: '/pictures/tea.webp',
        views: 12,
        new: true,
        liked: true,
        isFavourite: true,
        url: 'javascript:alert(1)',
      }),
    ],
  })
  const answer = await list({ lang: 'es', 'external_id[]': [school.clubId, 999_999] })
  const [request] = heard
  const url = new URL(request?.url ?? '', host)
  expect([request?.method, url.pathname]).toEqual(['GET', '/api/v1/articles/preview'])
  expect([...url.searchParams]).toEqual([
    ['external_id[]', String(school.clubId)],
    ['thumbnail', '740x420'],
    ['lang', 'es'],
  ])
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer the-token-of-the-school',
    'accept-language': 'es',
  })
  expect(answer.headers['x-pagination-total-count']).toBe('2')
  expect(answer.data.member).toEqual([
    {
      id: 7,
      community_id: school.clubId,
      slug: 'tea',
      title: 'Tea in winter',
      lead: 'What warms',
      created_at: 1_793_000_000,
      published_at: Date.parse('2026-11-01T10:00:00Z') / 1000,
      preview_image: `${host}/pictures/tea.webp`,
      views: 12,
      sort: 0,
      new: true,
      is_public: false,
      liked: false,
      isFavourite: false,
    },
    expect.objectContaining({ id: 8, sort: 2, views: 0, new: false, preview_image: null }),
  ])
  expect((await listed({ lang: 'es', page: 2, perPage: 1 })).map(({ id }) => id)).toEqual([8])
})

test('without a club of one’s own nothing is asked, and the refusal says so [CLB-06] [ERR-07]', async () => {
  hear = says({ member: [] })
  const stranger = await school.app.signIn()
  const refused = await list({}, stranger)
  expect([...code(refused), (refused.data as { message?: string }).message]).toEqual([
    404,
    'communities_not_fetched',
    'Communities is not fetched',
  ])
  expect(code(await list({ 'external_id[]': [999_999] }))).toEqual([404, 'communities_not_fetched'])
  expect(heard).toEqual([])
  expect(code(await list({}, school.app.visitor))).toEqual([401, 'not_signed_in'])
  setHost(null)
  expect(await list({}, stranger), 'Kurso’s own').toMatchObject({ status: 200, data: { member: [] } })
})

test('what a site answers is remembered for a minute, for all members, and by language', async () => {
  hear = says({ member: [article()] })
  const other = await school.join('Boris')
  await Promise.all([list(), list({}, other), list()])
  expect(heard).toHaveLength(1)
  await list({ lang: 'ru' })
  expect(heard).toHaveLength(2)
  school.app.clock.now += 61_000
  await list()
  expect(heard).toHaveLength(3)
})

test('only what has the known shape is shown, and of pictures those of the site itself [CLB-06]', async () => {
  const club = school.clubId
  hear = says({
    member: [
      article({ id: 1, external_id: club, preview_image: 'https://elsewhere.example/a.png' }),
      article({ id: 2, preview_image: 'javascript:alert(1)' }),
      article({ id: 3, external_id: 999_999 }),
      article({ id: 4, title: 'Two\nlines' }),
      article({ id: 5, published_at: '2026-99-99T99:99:99Z' }),
      article({ id: '6' }),
      article({ id: 9, preview_image: `http://user:secret@${new URL(host).host}/a.png` }),
      null,
      'a text',
    ],
  })
  const found = await listed()
  expect(found.map(({ id, preview_image }) => [id, preview_image])).toEqual([
    [1, null],
    [2, null],
    [9, null],
  ])
  expect(found.every(({ community_id }) => community_id === club)).toBe(true)
})

test('of several clubs an article is of the one that it names', async () => {
  const monthly = await school.shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const body = { ...clubTerms, slug: 'coffee', service_ids: [monthly] }
  const coffee = (await school.admin.call('POST /studio/clubs', { body })).data.id
  const both = await school.join('Vera')
  await school.shop.buy(both, monthly)
  hear = says({
    member: [
      article({ id: 1, external_id: coffee }),
      article({ id: 2, external_id: school.clubId }),
      article({ id: 3 }),
    ],
  })
  const { data } = await list({}, both)
  expect(data.member.map(({ id, slug }) => [id, slug])).toEqual([
    [1, 'coffee'],
    [2, 'tea'],
  ])
})

const failures: [string, Hear][] = [
  ['an error', says({}, 500)],
  ['another shape', says([article()])],
  ['no JSON', says('<html>')],
  ['a redirect', (_request, answer) => void answer.writeHead(302, { location: `${host}/elsewhere` }).end()],
  ['too much', says({ member: [], more: 'a'.repeat(1024 * 1024) })],
  ['more articles than are read', says({ member: Array.from({ length: 201 }, () => article()) })],
  ['a broken connection', request => void request.socket.destroy()],
]
test.each(failures)(
  'a site that answers %s is refused as not answering, and left alone for a moment',
  async (_, answers) => {
    hear = answers
    expect(code(await list())).toEqual([503, 'community_unreachable'])
    hear = says({ member: [article()] })
    expect(code(await list())).toEqual([503, 'community_unreachable'])
    expect(heard).toHaveLength(1)
    school.app.clock.now += 11_000
    expect((await listed()).map(({ id }) => id)).toEqual([7])
  },
)

test('a site that never ends its answer is waited for four seconds', { timeout: 15_000 }, async () => {
  hear = (_request, answer) => void answer.writeHead(200).write('{"member":[')
  const began = Date.now()
  expect(code(await list())).toEqual([503, 'community_unreachable'])
  expect(Date.now() - began).toBeLessThan(8000)
})

test('a private address or one without TLS is never asked unless the operator allows it, and none is an error of the caller [SEC-05] [ERR-07]', async () => {
  hear = says({ member: [] })
  const log = { warn: () => undefined }
  const hosts = new CommunityHosts({
    authorizations: new Map(),
    allowPrivate: false,
    clock: () => school.app.clock.now,
    log,
  })
  const clubs = [{ id: 1, slug: 'tea' }]
  for (const address of [host, host.replace('http:', 'https:'), 'https://localhost:1'])
    await expect(hosts.list({ host: address, clubs, language: 'en' })).rejects.toThrow(/https|public/)
  const missing = 'communityUrlApi must be set'
  await expect(hosts.list({ host: '', clubs, language: 'en' })).rejects.toThrow(missing)
  expect(heard).toEqual([])
})

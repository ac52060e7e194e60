import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExplore } from '#server/app/testing/explore-school.ts'

let school: Awaited<ReturnType<typeof openExplore>>
const now = Date.parse('2026-12-01T10:00:00Z')
beforeAll(async () => {
  school = await openExplore({ hearsNotifications: true })
  school.app.clock.set(now)
  await school.run(
    `insert into communities (brand_id, titles, slug, chat_only, is_hidden, course_ids)
     values ('kurso', '{"en": "Tea club", "ru": "Чайный клуб"}', 'tea', false, false, '{}')`,
  )
})
afterAll(() => school.app.close())

async function article(texts: object, { isPublic = true, at = now - 86_400_000 } = {}): Promise<number> {
  const { rows } = await school.run(
    `insert into articles (community_id, texts, is_public, sort, published_at)
     select id, $1, $2, 0, to_timestamp($3) from communities where slug = 'tea' returning id`,
    [JSON.stringify(texts), isPublic, at / 1000],
  )
  return Number(rows[0]?.['id'])
}
const text = (title: string, lead = '') => ({ title, lead, body: 'Pour' })
const shown = async (language: string) =>
  /<main[^]*<\/main>/.exec((await school.get(`/explore/${language}`)).body)?.[0] ?? ''
const soon = { timeout: 5000, interval: 10 }

test('without script /explore lists the articles for everybody with their links, in three languages [PUB-01]', async () => {
  const id = await article({ en: text('Oolong', 'Half of it'), ru: text('Улун'), es: text('Té azul') })
  const own = await article({ en: text('For members') }, { isPublic: false })
  const said = {
    en: ['<h2>Articles</h2>', '>Oolong</a>', '<p>Half of it</p>', 'Tea club · 30 November 2026'],
    ru: ['<h2>Статьи</h2>', '>Улун</a>', 'Чайный клуб'],
    es: ['<h2>Artículos</h2>', '>Té azul</a>'],
  }
  for (const [language, parts] of Object.entries(said)) {
    await expect.poll(() => shown(language), soon).toContain(`href="/explore/${language}/articles/${id}"`)
    for (const part of parts) expect(await shown(language)).toContain(part)
    expect(await shown(language)).not.toContain(`/articles/${own}"`)
    expect(await shown(language)).not.toMatch(/<script|\son\w+=/)
  }
  const ask = () => school.app.visitor.call('GET /public-page', { query: { path: '/explore/en' } })
  await expect.poll(async () => (await ask()).statements, soon).toBe(0)
})

test('one that is published at a time is listed from then on, and one whose club is hidden no more [PUB-03]', async () => {
  const id = await article({ en: text('Later') }, { at: now + 60_000 })
  const isThere = async () => [
    (await shown('en')).includes(`/articles/${id}"`),
    (await school.get('/sitemap.xml')).body.includes(`/articles/${id}<`),
  ]
  await article({ en: text('Told of after it') })
  await expect.poll(() => shown('en'), soon).toContain('Told of after it')
  for (const _ of ['read', 'remembered']) expect(await isThere()).toEqual([false, false])
  school.app.clock.set(now + 60_000)
  expect(await isThere()).toEqual([true, true])
  await school.run('update communities set is_hidden = true')
  await expect.poll(isThere, soon).toEqual([false, false])
  await school.run('update communities set is_hidden = false')
  await expect.poll(isThere, soon).toEqual([true, true])
})

test('a school whose clubs are switched off has no page of an article, and lists none [PUB-03, CLB-09, BRD-05]', async () => {
  const id = await article({ en: text('Sencha') })
  const isThere = async () => [
    (await shown('en')).includes(`/articles/${id}"`),
    (await school.get('/sitemap.xml')).body.includes(`/articles/${id}<`),
    (await school.statusOf(`/explore/en/articles/${id}`)) === 200,
  ]
  await expect.poll(isThere, soon).toEqual([true, true, true])
  const admin = await school.app.signIn({ role: 'admin' })
  const say = async (override: object) => {
    const { version } = (await admin.call('GET /studio/brand', {})).data
    expect((await admin.call('PUT /studio/brand', { body: { version, override } as never })).status).toBe(200)
  }
  await say({ config: { isCommunityEnable: false } })
  await expect.poll(isThere, soon).toEqual([false, false, false])
  await say({})
  await expect.poll(isThere, soon).toEqual([true, true, true])
})

test('in none of the brand’s languages it is shown in its own, and says so', async () => {
  await school.run(`delete from articles`)
  const id = await article({ ru: text('Пуэр') })
  const admin = await school.app.signIn({ role: 'admin' })
  const { data } = await admin.call('GET /studio/brand', {})
  const override = { site: { languages: ['en'], defaultLanguage: 'en' } }
  const { status } = await admin.call('PUT /studio/brand', { body: { version: data.version, override } as never })
  expect(status).toBe(200)
  await expect.poll(async () => (await school.get('/explore')).body, soon).toContain('lang="ru">Пуэр</a>')
  const { body } = await school.get(`/explore/articles/${id}`)
  expect(body).toContain('<article class="article" lang="ru">')
  expect(body).toContain('"inLanguage":"ru"')
  expect(body).not.toContain('hreflang="en"')
  expect((await school.get('/sitemap.xml')).body).not.toContain('hreflang="en"')
})

test('the map of the site says when it was changed, and is remembered until then', async () => {
  const id = await article({ en: text('Matcha') }, { at: Date.parse('2026-01-02T10:00:00Z') })
  const entry = async () =>
    new RegExp(`articles/${id}</loc><lastmod>([^<]*)`).exec((await school.get('/sitemap.xml')).body)?.[1]
  await school.run(`update articles set updated_at = '2026-03-04' where id = $1`, [id])
  await school.run('update articles set sort = 1 where id = $1', [id])
  await expect.poll(entry, soon).toBe('2026-03-04')
  await school.run('update articles set views = 5 where id = $1', [id])
  expect(await entry()).toBe('2026-03-04')
  await school.run(`update articles set texts = '{"en": {"title": "Sencha", "lead": "", "body": "x"}}' where id = $1`, [
    id,
  ])
  await expect.poll(entry, soon).not.toBe('2026-03-04')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataIn, openExplore } from '#server/app/testing/explore-school.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import { paceOf } from '#server/platform/testing/pace.ts'
import type { ArticleFieldsWire } from '#shared/features/articles/wire.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { articleTerms } from '../testing/access.ts'

let school: Awaited<ReturnType<typeof openExplore>>
let admin: TestClient
let clubId = 0
const now = Date.parse('2026-12-01T10:00:00Z')

beforeAll(async () => {
  school = await openExplore()
  school.app.clock.set(now)
  admin = await school.app.signIn({ role: 'admin' })
  const body = { ...clubTerms, titles: { en: 'Tea club', ru: 'Чайный клуб' }, slug: 'tea' }
  clubId = (await admin.call('POST /studio/clubs', { body })).data.id
})
afterAll(() => school.app.close())

type State = 'draft' | 'scheduled' | 'published'
const setState = (id: number, state: State, at: number | null = null) =>
  admin.call('PUT /studio/articles/:id/publication', { params: { id }, body: { state, at, revision: 1 } })

async function article(fields: Partial<ArticleFieldsWire> = {}, state: State = 'published') {
  const params = { id: clubId }
  const { id } = (await admin.call('POST /studio/clubs/:id/articles', { params, body: { ...articleTerms, ...fields } }))
    .data
  expect((await setState(id, state, state === 'scheduled' ? now / 1000 + 60 : null)).status).toBe(200)
  return id
}
const text = (title: string, body: string, lead = '') => ({ title, lead, body })

test('a public article is whole without any script, in three languages by address, and says what it is [PUB-01, CLB-09]', async () => {
  const body = 'Pour **slowly**.\n\n## Then wait\n\n- [a pot](https://pot.example)\n\n| a | b |\n|---|--:|\n| c | d |'
  const picture = await insertFilm(school.app.db, { type: 2, name: 'tea.jpg' })
  await school.run(`update media set files = '{"large": "large.jpg"}' where id = $1`, [picture])
  const texts = {
    en: text('Tea', body, 'What warms'),
    ru: text('Чай', 'Лейте **медленно**.'),
    es: text('El té', 'Poco'),
  }
  const id = await article({ texts, picture_id: picture })
  const said = {
    en: ['<h1>Tea</h1>', '<strong>slowly</strong>', '<h2>Then wait</h2>', 'What warms', '1 December 2026'],
    ru: ['<h1>Чай</h1>', '<strong>медленно</strong>', 'Чайный клуб', 'Все статьи клуба'],
    es: ['<h1>El té</h1>', '<p>Poco</p>', 'Todos los artículos del club'],
  }
  for (const [language, parts] of Object.entries(said)) {
    const page = await school.get(`/explore/${language}/articles/${id}`, { 'accept-language': 'de' })
    expect(page.statusCode).toBe(200)
    const [drawn = ''] = /<main[^]*<\/main>/.exec(page.body) ?? []
    for (const part of parts) expect(drawn).toContain(part)
    expect(drawn).not.toMatch(/<script|\son\w+=/)
    expect(page.body).toContain(`<link rel="canonical" href="https://school.test/explore/${language}/articles/${id}">`)
  }
  const { body: page } = await school.get(`/explore/en/articles/${id}`)
  expect(page).toContain('<title>Tea · Kurso</title>')
  expect(page).toContain('<meta name="description" content="What warms">')
  expect(page).toMatch(
    /<a href="https:\/\/pot\.example\/" target="_blank" rel="noopener noreferrer nofollow">a pot<\/a>/,
  )
  expect(page).toContain('<td class="right">d</td>')
  const [, key = ''] = /<img class="picture" src="\/media\/([^"/]+)\/[^"]*large\.jpg"/.exec(page) ?? []
  // The card shown when the page is shared changes with the picture.
  expect(page).toContain(`/explore/articles/${id}/card.jpg?v=${key.slice(0, 8)}"`)
  const bare = await article({ texts })
  expect((await school.get(`/explore/en/articles/${bare}`)).body).toMatch(
    new RegExp(`/explore/articles/${bare}/card.jpg\\?v=\\d+"`),
  )
  expect(dataIn(page)).toEqual([
    expect.objectContaining({
      '@type': 'Article',
      headline: 'Tea',
      description: 'What warms',
      url: `https://school.test/explore/en/articles/${id}`,
      datePublished: '2026-12-01T10:00:00.000Z',
    }),
  ])
  const map = (await school.get('/sitemap.xml')).body
  for (const code of ['en', 'ru', 'es'])
    expect(map).toContain(`<loc>https://school.test/explore/${code}/articles/${id}</loc>`)
})

test('the page shows the pictures of the text, and of a film its picture with the way to it in the app', async () => {
  const picture = await insertFilm(school.app.db, { type: 2, name: 'tea.jpg' })
  await school.run(
    `update media set files = '{"large": "l.jpg", "medium": "m.jpg"}', width = 1200, height = 800 where id = $1`,
    [picture],
  )
  const film = await insertFilm(school.app.db)
  await school.run(`update media set files = files || '{"poster": "p.jpg"}' where id = $1`, [film])
  const bare = await insertFilm(school.app.db)
  const body = `![A "cup"](media:${picture})\n\n![Pour](media:${film})\n\n![](media:${bare})`
  const id = await article({ texts: { en: text('Tea', body), ru: text('Чай', `![](media:${film})`) } })
  const drawn = async (language: string) =>
    /<div class="text">([^]*?)<\/div>/.exec((await school.get(`/explore/${language}/articles/${id}`)).body)?.[1] ?? ''
  const english = await drawn('en')
  expect(english).toMatch(
    /<p><img src="\/media\/[\w-]+\/m\.jpg" srcset="\S+\/m\.jpg 800w, \S+\/l\.jpg 1600w" [^>]*width="1200" height="800" alt="A &quot;cup&quot;"/,
  )
  const way = `<a href="/clubs/${clubId}/articles/${id}">`
  expect(english).toMatch(
    new RegExp(`${way}<img src="/media/[\\w-]+/p.jpg"[^>]*><br>Pour. Watch the video in the app</a>`),
  )
  expect(english).toContain(`${way}Watch the video in the app</a>`)
  expect(english).not.toMatch(/<video|\.mp4|<script/)
  expect(await drawn('ru')).toContain('Смотреть видео в приложении')
  const [poster = ''] = /\/media\/[\w-]+\/p\.jpg/.exec(english) ?? []
  expect(poster).not.toBe('')
  await school.run(`update media set files = files || '{"poster": "q.jpg"}' where id = $1`, [film])
  expect(await drawn('en')).toContain('/q.jpg')
})

test('what is not for everybody, not published, hidden or of another school has no page and is in no map [PUB-03]', async () => {
  const isThere = async (id: number, host = 'localhost') => [
    (await school.get(`/explore/en/articles/${id}`, { host })).statusCode,
    (await school.get('/sitemap.xml', { host })).body.includes(`/articles/${id}<`),
  ]
  const gone = [404, false]
  const there = [200, true]
  expect(await isThere(await article({ is_public: false }))).toEqual(gone)
  expect(await isThere(await article({}, 'draft'))).toEqual(gone)
  const later = await article({}, 'scheduled')
  expect(await isThere(later)).toEqual(gone)
  school.app.clock.set(now + 60_000)
  expect(await isThere(later)).toEqual(there)
  school.app.clock.set(now)

  const id = await article()
  expect(await isThere(id)).toEqual(there)
  expect(await isThere(id, 'mind.localhost')).toEqual(gone)
  await setState(id, 'draft')
  expect(await isThere(id), 'withdrawn').toEqual(gone)
  await setState(id, 'published')
  expect(await isThere(id)).toEqual(there)
  await school.run('update communities set is_hidden = true where id = $1', [clubId])
  expect(await isThere(id), 'of a hidden club').toEqual(gone)
  await school.run('update communities set is_hidden = false where id = $1', [clubId])
  expect(await isThere(id)).toEqual(there)
  const members = { ...articleTerms, is_public: false, revision: 1 }
  await admin.call('PUT /studio/articles/:id', { params: { id }, body: members })
  expect(await isThere(id), 'for members from now on').toEqual(gone)
  for (const name of ['articles', 'articles/0', `articles/${id}/more`, 'articles/99999999999999999999'])
    expect(await school.statusOf(`/explore/en/${name}`), name).toBe(404)
})

/** What the database can hold of them. */
const hostile = ['injection.json', 'naughty-strings.json']
  .flatMap(file => sharedData<{ strings: { text: string }[] }>(`hostile-text/${file}`).strings)
  .map(({ text: one }) => one.slice(0, 140))
  .filter(one => !/[\0\r\n]|\p{Surrogate}/u.test(one) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(one))

const allowed: Record<string, RegExp> = {
  class: /^(article|said|chip|hint|lead|text|wide|ask|button quiet|left|center|right)$/,
  href: /^(https?:\/\/|\/clubs\/\d+(\/articles\/\d+)?$)/,
  src: /^(https?:\/\/|\/media\/)/,
  alt: /^/,
  title: /^/,
  start: /^\d+$/,
  scope: /^col$/,
  tabindex: /^0$/,
  target: /^_blank$/,
  rel: /^noopener noreferrer nofollow$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  referrerpolicy: /^no-referrer$/,
}
const elements = new Set(
  'article header div p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code strong em del br hr a img table thead tbody tr th td'.split(
    ' ',
  ),
)

/** The tags of an article that are none of those that a text may become. */
const intruders = (drawn: string) =>
  [...drawn.matchAll(/<([a-z0-9]+)((?:[^"'>]|"[^"]*"|'[^']*')*)>/gi)].flatMap(([whole, tag = '', rest = '']) => {
    const wrong = [...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].filter(
      ([, name = '', value = '']) => !allowed[name]?.test(value),
    )
    return elements.has(tag) && wrong.length === 0 ? [] : [whole]
  })

test('no author’s text breaks out of an article’s page, its head or its data', { timeout: 120_000 }, async () => {
  expect(hostile.length).toBeGreaterThan(600)
  const id = await article()
  const scripts = (await school.get(`/explore/en/articles/${id}`)).body.match(/<script/g)
  for (const one of hostile) {
    const body = `${one}\n\n- ${one}\n\n[link](${one}) ![picture](${one}) <${one}>\n\n\`\`\`${one}\n${one}\n\`\`\``
    await school.run('update articles set texts = $2 where id = $1', [
      id,
      JSON.stringify({ en: { title: one, lead: one, body } }),
    ])
    const page = (await school.get(`/explore/en/articles/${id}`)).body
    const [drawn = ''] = /<article[^]*<\/article>/.exec(page) ?? []
    expect(intruders(drawn), one).toEqual([])
    expect(dataIn(page)).toMatchObject([{ headline: one, description: one }])
    expect(page.match(/<script/g), one).toEqual(scripts)
    expect(page.match(/<meta name="description"/g), one).toHaveLength(1)
  }
})

test('a long article is made within 50 ms and sent in 30 kB at the most [PUB-04]', async () => {
  type Course = { stages: { days: { lessons: Record<string, { body: string }[]> }[] }[] }
  const long = sharedData<Course>('courses/django-girls.json')
    .stages.flatMap(stage => stage.days)
    .flatMap(day => Object.values(day.lessons ?? {}).flat())
    .map(lesson => lesson.body)
    .join('\n\n')
    .slice(0, 50_000)
  const id = await article({ texts: { en: text('Long', long) } })
  // Nothing is kept here, so each answer is a first one.
  const ask = async () => {
    const page = await school.get(`/explore/en/articles/${id}`, { 'accept-encoding': 'br' })
    expect([page.statusCode, page.headers['content-encoding']]).toEqual([200, 'br'])
    expect(page.rawPayload.length).toBeLessThan(30_000)
  }
  // The yardstick is about 7 ms.
  expect(await paceOf(school.app.db, ask)).toBeLessThan(7)
})

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Currency, decimalText } from '#shared/platform/money.ts'
import { dataIn, openExplore } from '#server/app/testing/explore-school.ts'
import { paceOf } from '#server/platform/testing/pace.ts'
import { countOf } from './words.ts'

let school: Awaited<ReturnType<typeof openExplore>>
let [tea, service] = [0, 0]
beforeAll(async () => {
  school = await openExplore()
  tea = await school.add('tea')
  service = await school.sell(tea)
})
afterAll(() => school.app.close())

test('days that are free are counted as each language counts', () => {
  expect([1, 3, 7, 21].map(days => countOf('ru', 'free', days))).toEqual([
    '1 день бесплатно',
    '3 дня бесплатно',
    '7 дней бесплатно',
    '21 день бесплатно',
  ])
  expect([1, 7].map(days => countOf('en', 'free', days))).toEqual([
    'The first day is free',
    'The first 7 days are free',
  ])
})

const textsOfTea = (change: object) =>
  school.run('update courses set texts = texts || $2 where id = $1', [tea, JSON.stringify(change)])

test('without any script a page says what is taught, for how much, and where to buy it, in three languages by address [PUB-01]', async () => {
  await textsOfTea({
    en: { title: 'A good cup', short_description: 'Tea, slowly', for_whom: 'Those in a hurry\n- Those who are not' },
    ru: { title: 'Хорошая чашка', short_description: 'Чай без спешки', for_whom: 'Кто спешит' },
    es: { title: 'Una buena taza', short_description: 'Té sin prisa', for_whom: 'Quien tiene prisa' },
  })
  const question = { en: { question: 'Which pot?', answer: 'Any' }, ru: { question: 'Какой чайник?', answer: 'Любой' } }
  await school.run('update courses set questions = $2 where id = $1', [tea, JSON.stringify([{ texts: question }])])
  const said = {
    en: [
      'A good cup',
      'Tea, slowly',
      'Those in a hurry',
      'Those who are not',
      'Stage 1',
      'Stage 2',
      '€49.90',
      'JP¥',
      'Which pot?',
      'Any',
      'Buy',
    ],
    ru: [
      'Хорошая чашка',
      'Чай без спешки',
      'Кто спешит',
      'Stage 1 по-русски',
      '49,90',
      'Какой чайник?',
      'Любой',
      'Купить',
    ],
    es: ['Una buena taza', 'Té sin prisa', 'Quien tiene prisa', 'Stage 1 en español', '49,90', 'Which pot?', 'Comprar'],
  }
  for (const [language, texts] of Object.entries(said)) {
    const page = await school.get(`/explore/${language}/tea`, { 'accept-language': 'de' })
    expect(page.statusCode).toBe(200)
    const [drawn = ''] = /<main[^]*<\/main>/.exec(page.body) ?? []
    for (const text of texts.map(one => one.replace('JP¥', '¥8,000'))) expect(drawn, language).toContain(text)
    expect(drawn).toContain(`href="/checkout/${service}"`)
    expect(drawn).not.toMatch(/<script|\son\w+=/)
    const list = await school.get(`/explore/${language}`)
    expect(list.body).toContain(`href="/explore/${language}/tea"`)
    const [card = ''] =
      new RegExp(`<li class="card">(?:(?!</li>)[^])*/explore/${language}/tea"[^]*?</li>`).exec(list.body) ?? []
    for (const text of [...texts.slice(0, 2), '49']) expect(card, 'what it is and costs').toContain(text)
  }
})

test('without a language in the address it answers in the reader’s own, and asks for no cookie', async () => {
  const spanish = await school.get('/explore/tea', { 'accept-language': 'es-MX,en' })
  expect(spanish.body).toContain('<html lang="es">')
  expect(spanish.body).toContain('rel="canonical" href="https://school.test/explore/es/tea"')
  const russian = await school.get('/explore/ru/tea', { 'accept-language': 'es', cookie: 'locale=en' })
  expect(russian.body).toContain('<html data-own-language lang="ru">')
  expect(spanish.headers['set-cookie']).toBeUndefined()
})

test('search engines and networks are told the languages, the picture, and the price that the checkout names [PUB-02]', async () => {
  await school.sell(tea, { title: 'Every month', type: 'course_subscription', prices: { KWD: 1250 } })
  const { body } = await school.get('/explore/en/tea')
  expect(body).toContain('<link rel="canonical" href="https://school.test/explore/en/tea">')
  for (const code of ['en', 'ru', 'es'])
    expect(body).toContain(`<link rel="alternate" hreflang="${code}" href="https://school.test/explore/${code}/tea">`)
  expect(body).toContain('<link rel="alternate" hreflang="x-default" href="https://school.test/explore/tea">')
  expect(body).toContain('<meta property="og:title" content="A good cup">')
  expect(body).toMatch(/<meta property="og:image" content="https:\/\/school\.test\/explore\/tea\/card\.jpg[^"]*">/)
  const [course] = dataIn(body)
  expect(course).toMatchObject({ '@type': 'Course', name: 'A good cup', inLanguage: 'en' })
  const offers = course?.['offers'] as { url: string; price: string; priceCurrency: Currency }[]
  expect(offers.map(({ priceCurrency }) => priceCurrency)).toEqual(['EUR', 'JPY', 'KWD'])
  for (const { url, price, priceCurrency } of offers) {
    const { pathname, search } = new URL(url)
    const id = Number(pathname.split('/').at(-1))
    const currency = new URLSearchParams(search).get('currency') ?? ''
    const asked = await school.app.visitor.call('GET /checkout/:serviceId', {
      params: { serviceId: id },
      query: { currency },
    })
    expect(price).toBe(decimalText(asked.data.price, priceCurrency))
    expect(asked.data.currency).toBe(priceCurrency)
  }
  const robots = await school.get('/robots.txt')
  expect(robots.body).toContain('Sitemap: https://school.test/sitemap.xml')
  const map = await school.get('/sitemap.xml')
  expect(map.headers['content-type']).toContain('application/xml')
  for (const code of ['en', 'ru', 'es'])
    expect(map.body).toContain(`<loc>https://school.test/explore/${code}/tea</loc>`)
  const card = await school.get('/explore/tea/card.jpg')
  expect(await sharp(card.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  const known = await school.get('/explore/tea/card.jpg', { 'if-none-match': String(card.headers['etag']) })
  expect(known.statusCode).toBe(304)
  expect(await school.statusOf('/explore/nothing/card.jpg')).toBe(404)
})

test('what is not sold to everybody has no page and is in no map [PUB-03]', async () => {
  const brandOf = { mind: { host: 'mind.localhost' } }
  const isThere = async () => [
    await school.statusOf('/explore/en/milk'),
    (await school.get('/sitemap.xml')).body.includes('/milk'),
  ]
  const milk = await school.add('milk')
  expect(await isThere(), 'nothing sells it').toEqual([404, false])
  const hidden = await school.sell(milk)
  expect(await isThere()).toEqual([200, true])
  for (const change of [
    'is_hidden = true',
    'is_hidden = false, archived_at = now()',
    'archived_at = null, is_extension = true',
  ]) {
    await school.run(`update services set ${change} where id = $1`, [hidden])
    expect(await isThere(), change).toEqual([404, false])
  }
  await school.run('update services set is_extension = false where id = $1', [hidden])
  expect(await isThere()).toEqual([200, true])
  await school.run('update courses set version = 0 where id = $1', [milk])
  expect(await isThere(), 'a draft').toEqual([404, false])
  await school.run('update courses set version = 1 where id = $1', [milk])
  expect((await school.get('/explore/en/milk', brandOf.mind)).statusCode, 'another brand').toBe(404)
  const own = await school.add('calm', 'mind')
  await school.sell(own, { brandId: 'mind' })
  expect((await school.get('/explore/en/calm', brandOf.mind)).statusCode).toBe(200)
  expect(await school.statusOf('/explore/en/calm')).toBe(404)
  expect((await school.get('/sitemap.xml')).body).not.toContain('/calm')
  expect((await school.get('/sitemap.xml', brandOf.mind)).body).toContain('/calm')
  for (const path of [
    '/explore/en/nothing',
    '/explore/en/tea/more',
    '/explore/%3Cscript%3E',
    '/explore/en/TEA',
    '/explore/xx/tea',
  ])
    expect(await school.statusOf(path), path).toBe(404)
  expect((await school.get('/explore/en/nothing')).body).toContain('<meta name="robots" content="noindex">')
})

test('an earlier name leads to the one that a course has now, in the same language and with what was asked', async () => {
  await school.run(`update courses set alias = 'green-tea' where id = $1`, [tea])
  await school.run(`insert into course_aliases select brand_id, alias, key from courses where id = $1`, [tea])
  const moved = await school.get('/explore/ru/tea?utm_source=letter')
  expect([moved.statusCode, moved.headers['location']]).toEqual([301, '/explore/ru/green-tea?utm_source=letter'])
  expect((await school.get('/explore/tea/')).headers['location']).toBe('/explore/tea')
  expect((await school.get('//evil.example/explore/')).headers['location']).toBeUndefined()
  const told = await school.app.visitor.call('GET /public-page', { query: { path: '/explore/tea' } })
  expect(told.data).toMatchObject({ moved_to: '/explore/green-tea' })
  await school.run(`update courses set alias = 'tea' where id = $1`, [tea])
  expect((await school.get('/explore/green-tea')).headers['location']).toBe('/explore/tea')
})

test('the app is given the page that the server draws; what is not there is refused', async () => {
  const { data, status } = await school.app.visitor.call('GET /public-page', { query: { path: '/explore/en/tea' } })
  expect(status).toBe(200)
  expect((await school.get('/explore/en/tea')).body).toContain(data.html)
  const refused = await school.app.visitor.call('GET /public-page', { query: { path: '/explore/en/nothing' } })
  expect([refused.status, refused.data.code]).toEqual([404, 'not_found'])
  for (const path of ['/user', 'https://evil.example', '/explore/a b'])
    expect((await school.app.visitor.call('GET /public-page', { query: { path } })).status, path).toBe(422)
})

test('a page is checked for changes without being sent again, and its head alone can be asked for', async () => {
  const page = await school.get('/explore/en/tea')
  const known = await school.get('/explore/en/tea', { 'if-none-match': String(page.headers['etag']) })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  const head = await school.get('/explore/en/tea', {}, 'HEAD')
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self';/)
})

test('a long course is made within 50 ms and sent in 30 kB at the most [PUB-04]', async () => {
  const long = await school.add('long')
  await school.run(
    `insert into course_days (course_id, stage_id, key, day_number, opens_after_days, texts)
     select $1, (select min(id) from course_stages where course_id = $1), 'more-' || n, 10 + n, n,
       jsonb_build_object('en', jsonb_build_object('title', 'Day of ' || md5(n::text), 'excerpt', 'About ' || md5('x' || n)))
     from generate_series(1, 120) n`,
    [long],
  )
  await school.sell(long)
  // Nothing is kept here, so each answer is a first one.
  const ask = async () => {
    const page = await school.get('/explore/en/long', { 'accept-encoding': 'br' })
    expect(page.headers['content-encoding']).toBe('br')
    expect(page.rawPayload.length).toBeLessThan(30_000)
  }
  // The yardstick is about 7 ms.
  const pace = await paceOf(school.app.db, ask)
  expect(pace).toBeLessThan(7)
})

test('without any script a course names its stages with their days and its experts, and leads to the demo and the purchase [PUB-01]', async () => {
  const coffee = await school.add('coffee')
  const bought = await school.sell(coffee)
  const demo = await school.sell(coffee, { type: 'course_demo', prices: { EUR: 0 } })
  const { userId } = await school.app.signIn({ role: 'expert' })
  await school.run(`update users set first_name = 'Nora', last_name = 'Lind' where id = $1`, [userId])
  const said = {
    en: ['Stage 1', 'Day 1', 'Day 2', 'Stage 2', 'Day 3', 'Nora Lind', 'Try it for free', 'Buy'],
    ru: ['Stage 1 по-русски', 'Day 1 по-русски', 'Stage 2 по-русски', 'Day 3 по-русски', 'Nora Lind', 'Попробовать'],
    es: ['Stage 1 en español', 'Day 1 en español', 'Stage 2 en español', 'Day 3 en español', 'Nora Lind', 'Probar'],
  }
  for (const [language, texts] of Object.entries(said)) {
    const { body } = await school.get(`/explore/${language}/coffee`)
    const [drawn = ''] = /<main[^]*<\/main>/.exec(body) ?? []
    for (const text of texts) expect(drawn, language).toContain(text)
    for (const id of [bought, demo]) expect(drawn).toContain(`href="/checkout/${id}"`)
    const places = texts.slice(0, 4).map(text => drawn.indexOf(text, drawn.indexOf('class="stage"')))
    expect(places, 'days stand in their stage').toEqual(places.toSorted((one, other) => one - other))
  }
})

test('a cohort that has begun is said to be under way, in each language', async () => {
  const cocoa = await school.add('cocoa')
  await school.sell(cocoa, { accessDays: null })
  await school.run(
    'insert into streams (course_id, starts_on, ends_on) values ($1, current_date - 3, current_date + 50)',
    [cocoa],
  )
  for (const [language, words] of Object.entries({ en: 'Under way since', ru: 'Идёт с', es: 'En marcha desde' }))
    expect((await school.get(`/explore/${language}/cocoa`)).body).toContain(words)
  await school.run('update streams set starts_on = current_date + 3 where course_id = $1', [cocoa])
  expect((await school.get('/explore/en/cocoa')).body).toMatch(/From [^<]+ to /)
})

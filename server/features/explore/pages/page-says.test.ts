import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataIn, openExplore } from '#server/app/testing/explore-school.ts'

let school: Awaited<ReturnType<typeof openExplore>>
let tea = 0
beforeAll(async () => {
  school = await openExplore()
  tea = await school.add('tea')
})
afterAll(() => school.app.close())

const page = async (path: string) => (await school.get(`/explore/${path}`)).body
const textsOf = (id: number, texts: object) =>
  school.run('update courses set version = version + 1, texts = $2 where id = $1', [id, JSON.stringify(texts)])
/** What stands on it, without its marks. */
const plain = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
/** The offers of a page as they are read, one line each. */
const offersOf = (body: string) =>
  [...body.matchAll(/<li class="offer">([^]*?)<\/ul>([^]*?)<\/li>/g)].map(([all]) => plain(all))

test('each offer says what it costs, how often, what else it gives and when it opens, in three languages [PUB-01]', async () => {
  const cup = await school.add('cup')
  await school.sell(cup, { instalments: 3, consultations: 2 })
  const subscription = {
    type: 'course_subscription' as const,
    prices: { EUR: 900, USD: 1000 },
    accessDays: null,
    trialDays: 7,
  }
  await school.sell(cup, { ...subscription, title: 'Every quarter', periodCount: 3, periodUnit: 'month' })
  await school.sell(cup, { type: 'course_demo', prices: { EUR: 0 }, accessDays: 5, title: 'A taste' })
  await school.run(`insert into streams (course_id, starts_on, ends_on) values ($1, '2099-03-05', '2099-04-05')`, [cup])
  const said = {
    en: [
      'The whole course All of it €49.90 or ¥8,000 60 days of access Can be paid in 3 parts 2 consultations with an expert Buy',
      'Every quarter All of it $10 every 3 months or €9 From 5 March 2099, for as long as you pay The first 7 days are free Subscribe',
      'A taste All of it Free 5 days of access Try it for free',
    ],
    ru: [
      'Весь курс Целиком 49,90 € или 8 000 ¥ 60 дней доступа Можно разделить на 3 платежа 2 консультации эксперта Купить',
      'Весь курс Целиком 10 $ каждые 3 месяца или 9 € С 5 марта 2099, пока вы платите 7 дней бесплатно Подписаться',
      'Весь курс Целиком Бесплатно 5 дней доступа Попробовать бесплатно',
    ],
    es: [
      'The whole course All of it 49,90 € o 8000 ¥ 60 días de acceso Se puede pagar en 3 plazos 2 consultas con un experto Comprar',
      'Every quarter All of it 10 $ cada 3 meses o 9 € Desde el 5 de marzo de 2099, mientras pagues Los primeros 7 días son gratis Suscribirse',
      'A taste All of it Gratis 5 días de acceso Probar gratis',
    ],
  }
  for (const [language, lines] of Object.entries(said)) expect(offersOf(await page(`${language}/cup`))).toEqual(lines)
  const from = /<p class="from">(.*?)<\/p>/
  expect(from.exec(await page('en/cup'))?.[1]).toBe('from $10 every 3 months')
  expect(from.exec(await page('en'))?.[1], 'so does its card').toBe('from $10 every 3 months')
})

test('a course that begins with a cohort says from when to when, and one without a place that there is none [PUB-01]', async () => {
  const pot = await school.add('pot')
  const service = await school.sell(pot, { accessDays: null })
  await school.run(
    `insert into streams (course_id, starts_on, ends_on, seats) values ($1, current_date + 5, current_date + 50, 1)`,
    [pot],
  )
  expect(await page('en/pot')).toMatch(/<li>From \d+ \w+ \d{4} to \d+ \w+ \d{4}<\/li>/)
  const { userId } = await school.app.signIn()
  await school.run(
    `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on)
     select $1, course_id, id, starts_on, ends_on from streams where course_id = $2`,
    [userId, pot],
  )
  const body = await page('en/pot')
  expect(body).toContain('No place is left at the moment')
  expect(body).not.toContain(`href="/checkout/${service}"`)
  const [data] = dataIn(body)
  expect(data?.['offers']).toMatchObject([
    { availability: 'https://schema.org/SoldOut', category: 'Paid' },
    { availability: 'https://schema.org/SoldOut' },
  ])
})

test('a page names what the course is about and for whom, its days with what is open in the demo, and who answers [PUB-01]', async () => {
  const jar = await school.add('jar')
  await school.sell(jar)
  await school.sell(jar, { type: 'course_demo', prices: { EUR: 0 } })
  const facts = { category: 'Leaves', complexity: 'For beginners', for_whom: 'Those in a hurry', title: 'A jar' }
  await textsOf(jar, { en: facts })
  await school.run(
    `update course_days set texts = jsonb_set(texts, '{en,excerpt}', '"Smell it"'), is_demo_accessible = day_number = 1
     where course_id = $1 and day_number <= 2`,
    [jar],
  )
  const { userId } = await school.app.signIn({ role: 'expert' })
  await school.run(`update users set first_name = 'Nora', last_name = 'Lind' where id = $1`, [userId])
  const body = await page('en/jar')
  expect(body).toContain('<p class="chip">Leaves</p>')
  expect(plain(/<ul class="facts">[^]*?<\/ul>/.exec(body)?.[0] ?? '')).toMatch(/^4 days (\d+ lessons? )?For beginners$/)
  expect(body).toContain('<a class="button" href="#price">See the prices</a>')
  expect(body).toContain('id="price"')
  expect(plain(/<ul class="whom">[^]*?<\/ul>/.exec(body)?.[0] ?? '')).toBe('Those in a hurry')
  const days = [...body.matchAll(/<li(?: class="rest")?>\s*<span class="number">[^]*?<\/div><\/li>/g)].map(([day]) =>
    plain(day),
  )
  expect(days).toEqual([
    'Day 1 Day 1 Smell it open in the demo',
    'Day 2 Day 2 Smell it',
    'Day 3 Day 3 About Day 3',
    'Day 4 Day 4 About Day 4',
  ])
  expect(body).toMatch(/<li class="rest">\s*<span class="number">Day 4/)
  expect(body).toContain('<span class="face" aria-hidden="true">NL</span> Nora Lind')
  expect(plain(/<span class="count">[^]*?<\/span>/.exec(body)?.[0] ?? '')).toBe('2 days')
})

test('around a page stand the ways to its languages, to all courses, to sign in and to what one learns [PUB-01]', async () => {
  await school.sell(tea)
  await textsOf(tea, { en: { title: 'A cup' }, ru: { title: 'Чашка' }, es: { title: 'Una taza' } })
  const body = await page('ru/tea')
  const tongues = /<nav class="tongues" aria-label="Языки">[^]*?<\/nav>/.exec(body)?.[0] ?? ''
  expect(tongues).toMatch(/<span aria-current="true" lang="ru">.*Русский/)
  for (const code of ['en', 'es'])
    expect(tongues).toContain(
      `<a href="/explore/${code}/tea" hreflang="${code}" lang="${code}" data-language="${code}">`,
    )
  expect(body).toContain('<a class="skip" href="#main">К содержанию</a>')
  expect(body).toContain('<main id="main" tabindex="-1">')
  expect(body).toMatch(/<a class="mark" href="\/explore\/ru"><img src="[^"]+" alt="Kurso"><\/a>/)
  expect(body).toContain('<a class="enter" href="/" data-visitor>Войти</a>')
  expect(body).toContain('<a class="enter" href="/home" data-learner hidden>Мои курсы</a>')
  const footer = /<footer class="end">([^]*?)<\/footer>/.exec(body)?.[1] ?? ''
  expect(footer).toContain('<a href="/explore/ru">Все курсы</a>')
  const own = school.app.brands.default.site.footers[0]?.ru ?? ''
  expect([own.length > 0, plain(footer).replaceAll('&amp;', '&')]).toEqual([true, `${own} Все курсы`])
})

test('networks and search engines are told what a page is about, in its language, as much of it as they show [PUB-02]', async () => {
  const meta = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, said]) => [name, said]),
    )
  await textsOf(tea, { en: { title: 'A cup' }, ru: { title: 'Чашка', short_description: 'ч'.repeat(400) } })
  const shown = `${'ч'.repeat(299)}…`
  expect(meta(await page('ru/tea'))).toMatchObject({
    description: shown,
    'og:type': 'website',
    'og:site_name': 'Kurso',
    'og:title': 'Чашка',
    'og:description': shown,
    'og:url': 'https://school.test/explore/ru/tea',
    'og:locale': 'ru_RU',
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  })
  await textsOf(tea, { en: { title: 'A cup' } })
  expect(meta(await page('en/tea')), 'a title where nothing is said of it').toMatchObject({ description: 'A cup' })
  const [course] = dataIn(await page('en/tea'))
  expect(course).toMatchObject({
    description: 'A cup',
    url: 'https://school.test/explore/en/tea',
    image: 'https://school.test/explore/tea/card.jpg',
    provider: { '@type': 'Organization', name: 'Kurso', url: 'https://school.test' },
    hasCourseInstance: { courseMode: 'Online', courseSchedule: { repeatFrequency: 'Daily', repeatCount: 4 } },
  })
  const list = await page('es')
  expect(meta(list)).toMatchObject({
    'og:title': school.app.brands.default.site.title.es,
    'og:url': 'https://school.test/explore/es',
  })
  expect(dataIn(list)).toEqual([
    { '@context': 'https://schema.org', '@type': 'Organization', name: 'Kurso', url: 'https://school.test' },
  ])
})

test('offers are told as free, paid or a subscription, the school’s own currency first [PUB-02]', async () => {
  const bowl = await school.add('bowl')
  await school.sell(bowl, { prices: { EUR: 5000, USD: 5500 } })
  await school.sell(bowl, { type: 'course_subscription', prices: { EUR: 900 } })
  await school.sell(bowl, { prices: { EUR: 0 } })
  const [course] = dataIn(await page('en/bowl'))
  const offers = course?.['offers'] as { category: string; priceCurrency: string; availability: string }[]
  const bought = offers.filter(({ category }) => category === 'Paid').map(({ priceCurrency }) => priceCurrency)
  expect(bought).toEqual(['USD', 'EUR'])
  expect(new Set(offers.map(({ category }) => category))).toEqual(new Set(['Paid', 'Subscription', 'Free']))
  expect(offers.every(({ availability }) => availability === 'https://schema.org/InStock')).toBe(true)
})

test('the map of the site points from each language of a course to the others, and says when it was changed [PUB-02, PUB-03]', async () => {
  await textsOf(tea, { en: { title: 'A cup' } })
  await school.run(`update courses set updated_at = '2026-03-04' where id = $1`, [tea])
  const { body } = await school.get('/sitemap.xml')
  const entry = /<url><loc>https:\/\/school\.test\/explore\/en\/tea<\/loc>.*?<\/url>/.exec(body)?.[0] ?? ''
  for (const code of ['en', 'ru', 'es'])
    expect(entry).toContain(
      `<xhtml:link rel="alternate" hreflang="${code}" href="https://school.test/explore/${code}/tea"/>`,
    )
  expect(entry).toContain('hreflang="x-default" href="https://school.test/explore/tea"')
  expect(entry).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
  const robots = (await school.get('/robots.txt')).body
  for (const path of ['/spa/', '/admin', '/checkout/', '/user/', '/course/', '/chat', '/join'])
    expect(robots).toContain(`\nDisallow: ${path}\n`)
})

test('what is not there says so with what there is instead; where nothing is sold that is said [PUB-01, PUB-03]', async () => {
  const gone = await page('es/nothing')
  expect(gone).toContain('<h1>Esta página no existe</h1>')
  expect(gone).toContain('href="/explore/es/tea"')
  expect(await page('en')).toContain('Choose what to learn.')
  await school.run('update services set is_hidden = true')
  for (const [language, text] of [
    ['en', 'There is nothing to choose from yet.'],
    ['ru', 'Пока выбирать не из чего.'],
    ['es', 'Aún no hay nada que elegir.'],
  ] as const)
    expect(await page(language)).toContain(text)
  await school.run('update services set is_hidden = false')
})

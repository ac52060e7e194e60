import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExplore } from '#server/app/testing/explore-school.ts'

let school: Awaited<ReturnType<typeof openExplore>>
let [tea, service] = [0, 0]
beforeAll(async () => {
  school = await openExplore({ hearsNotifications: true })
  tea = await school.add('tea')
  service = await school.sell(tea, { accessDays: null })
})
afterAll(() => school.app.close())

const page = async (url = '/explore/en/tea') => (await school.get(url)).body
const cohort = (seats: number | null) =>
  school.run(
    `insert into streams (course_id, starts_on, ends_on, seats) values ($1, current_date + 5, current_date + 50, $2)`,
    [tea, seats],
  )

const changes: [what: string, change: () => Promise<unknown>, shows: string][] = [
  ['a cohort', () => cohort(1), 'href="/checkout/'],
  ['a price', () => school.run('update service_prices set amount = 777700 where service_id = $1', [service]), '€7,777'],
  [
    'a service',
    () =>
      school.run(`update services set texts = '{"en": {"title": "Another offer", "description": ""}}' where id = $1`, [
        service,
      ]),
    'Another offer',
  ],
  [
    'a course',
    () =>
      school.run(`update courses set version = version + 1, texts = '{"en": {"title": "Another tea"}}' where id = $1`, [
        tea,
      ]),
    'Another tea',
  ],
  ['an expert', () => school.app.signIn({ role: 'expert' }), 'Test Person'],
  ['an expert’s name', () => school.run(`update users set first_name = 'Olga' where role = 'expert'`), 'Olga'],
  [
    'the school’s currency',
    () => school.run(`insert into billing_terms (brand_id, currency) values ('kurso', 'JPY')`),
    '<b>¥777,700',
  ],
  [
    'the last place of a cohort',
    async () => {
      const { userId } = await school.app.signIn()
      await school.run(
        `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on)
         select $1, course_id, id, starts_on, ends_on from streams`,
        [userId],
      )
    },
    'No place is left',
  ],
  ['a place that is free again', () => school.run('delete from user_streams'), 'href="/checkout/'],
  ['that nothing can be paid', () => school.run('update payment_accounts set is_active = false'), 'No place is left'],
  ['that it can', () => school.run('update payment_accounts set is_active = true'), 'href="/checkout/'],
]

test('a page that is remembered is rebuilt once what it shows has changed [PUB-03]', async () => {
  for (const [what, change, shows] of changes) {
    expect(await page(), what).not.toContain(shows)
    // Remembered, so that only a notification can change it.
    await page()
    await change()
    await expect.poll(() => page(), { message: what, timeout: 5000, interval: 10 }).toContain(shows)
  }
})

test.each([
  ['leaves', `update users set status = 0 where first_name = 'Vera'`],
  ['is erased', `delete from users where first_name = 'Vera'`],
])('an expert who %s is not on it any more [PUB-03]', async (_, go) => {
  const expert = await school.app.signIn({ role: 'expert' })
  await school.run(`update users set first_name = 'Vera' where id = $1`, [expert.userId])
  await expect.poll(() => page(), { timeout: 5000, interval: 10 }).toContain('Vera')
  await page()
  await school.run(go)
  await expect.poll(() => page(), { timeout: 5000, interval: 10 }).not.toContain('Vera')
  await school.run('delete from users where id = $1', [expert.userId])
})

test('it is remembered until then, for its own brand [PUB-03]', async () => {
  const ask = () => school.app.visitor.call('GET /public-page', { query: { path: '/explore/en/tea' } })
  await expect.poll(async () => (await ask()).statements, { timeout: 5000 }).toBe(0)
  expect((await school.get('/explore/en/tea', { host: 'mind.localhost' })).statusCode).toBe(404)
})

test('what a brand is called and looks like is on its page at once [PUB-03]', async () => {
  const admin = await school.app.signIn({ role: 'admin' })
  const { data } = await admin.call('GET /studio/brand', {})
  expect(await page()).not.toContain('A new name')
  const body = { version: data.version, override: { site: { name: 'A new name' } } }
  const { status } = await admin.call('PUT /studio/brand', { body: body as never })
  expect(status).toBe(200)
  await expect.poll(() => page(), { timeout: 5000, interval: 10 }).toContain('A new name')
})

test('so is an article’s page, also when its club changes; that it is read changes nothing [PUB-03]', async () => {
  const { rows } = await school.run(
    `with club as (insert into communities (brand_id, titles, slug, chat_only, is_hidden, course_ids)
       values ('kurso', '{"en": "Tea club"}', 'tea', false, false, '{}') returning id)
     insert into articles (community_id, texts, is_public, sort, published_at)
     select id, '{"en": {"title": "Oolong", "lead": "", "body": "Leaves"}}', true, 0, to_timestamp(0) from club returning id`,
  )
  const address = `/explore/en/articles/${String(rows[0]?.['id'])}`
  const path = { query: { path: address } }
  const isRemembered = async () => (await school.app.visitor.call('GET /public-page', path)).statements === 0
  const changed: [change: string, shows: string][] = [
    [`update articles set texts = jsonb_set(texts, '{en,title}', '"Sencha"')`, 'Sencha'],
    [`update communities set titles = '{"en": "Friends of tea"}'`, 'Friends of tea'],
  ]
  for (const [change, shows] of changed) {
    await expect.poll(isRemembered, { timeout: 5000 }).toBe(true)
    await school.run('update articles set views = views + 1')
    expect(await isRemembered()).toBe(true)
    await school.run(change)
    await expect.poll(() => page(address), { timeout: 5000, interval: 10 }).toContain(shows)
  }
  for (const [hide, show] of [
    ['update communities set is_hidden = true', 'update communities set is_hidden = false'],
    ['update articles set is_public = false', 'update articles set is_public = true'],
  ] as const) {
    await expect.poll(isRemembered, { timeout: 5000 }).toBe(true)
    await school.run(hide)
    await expect.poll(() => school.statusOf(address), { timeout: 5000, interval: 10 }).toBe(404)
    await school.run(show)
    await expect.poll(() => school.statusOf(address), { timeout: 5000, interval: 10 }).toBe(200)
  }
  await expect.poll(isRemembered, { timeout: 5000 }).toBe(true)
  await school.run('update articles set published_at = null')
  await expect.poll(() => school.statusOf(address), { timeout: 5000, interval: 10 }).toBe(404)
})

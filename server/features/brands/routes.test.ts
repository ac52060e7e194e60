import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const siteAt = async (host: string, language = 'en') =>
  (
    await app.server.inject({
      method: 'GET',
      url: '/spa/api/v1/site-configuration',
      headers: { host, 'accept-language': language },
    })
  ).json()

test('one process answers each of the eight brands by its application id [BRD-01]', async () => {
  const ids = ['dev', 'kurso', 'face', 'mind', 'web', 'iqface', 'local', 'takeclass']
  const configs = await Promise.all(ids.map(appId => app.visitor.call('GET /external-application-config', { appId })))
  for (const config of configs) expect(config.data.data.config.version).toBe(13)
  expect(new Set(configs.map(config => JSON.stringify(config.data.data.config))).size).toBeGreaterThan(4)
})

test('the site configuration follows the domain, and the default brand answers an unknown one [BRD-06]', async () => {
  const face = await siteAt('face.localhost:4000')
  const kurso = await siteAt('localhost:4000')
  expect(face.domain.name).not.toBe(kurso.domain.name)
  expect(face.domain.spa_theme.accent).not.toBe(kurso.domain.spa_theme.accent)
  expect(await siteAt('nobody-knows.example')).toEqual(kurso)
  for (const field of [
    'title',
    'favicon',
    'supportEmail',
    'default_language',
    'languages',
    'spa_header_logo',
    'spa_theme',
  ])
    expect(kurso.domain).toHaveProperty(field)
  expect(kurso.components.notificationService).toHaveProperty('websocketURI')
  expect(kurso.project).toHaveProperty('mobile_app_version')
  expect(kurso).toHaveProperty('country')
})

test('the public configuration is in the requested language and has the shipped values [BRD-02, BRD-03, BRD-07]', async () => {
  const config = async (language: 'en' | 'ru', appId = 'kurso') =>
    (await app.visitor.call('GET /external-application-config', { language, appId })).data.data.config
  const english = await config('en')
  expect(english).toMatchObject({
    daysShowWarning: 3,
    messageDelay: 15,
    statistic: { saveTimeout: 5000, minViewed: 2000, minViewedEnded: 30000 },
    points: { debitDefault: 200, spendingThreshold: 200 },
    isUserAnonAuthEnable: false,
  })
  expect((await config('ru'))['clubInApp']).not.toEqual(english['clubInApp'])
})

test('the server lists demo streams only where the brand allows it [BRD-05]', async () => {
  const withFlag = app.brands.list.filter(brand => brand.config.isDemoStreamListed)
  const without = app.brands.list.filter(brand => !brand.config.isDemoStreamListed)
  expect(withFlag.length * without.length).toBeGreaterThan(0)
  for (const brand of [withFlag[0], without[0]]) {
    const learner = await app.signIn({ brandId: brand?.id, email: `demo-${brand?.id}@example.com` })
    await app.db.query({
      text: `with course as (
               insert into courses (brand_id, key, languages, texts)
               values ($1, 'demo', '{en}', '{"en":{"title":"Demo"}}') returning id),
             stream as (
               insert into streams (course_id, starts_on, ends_on)
               select id, current_date - 1, current_date + 9 from course returning id, course_id, starts_on, ends_on)
             insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, is_demo)
             select $2, course_id, id, starts_on, ends_on, true from stream`,
      values: [brand?.id, learner.userId],
    })
    const listed = await learner.call('GET /user-course-streams', { appId: brand?.id })
    expect(listed.data).toHaveLength(brand?.config.isDemoStreamListed ? 1 : 0)
  }
})

test('the mobile app reads its remote configuration before sign-in, and again only when it has changed [BRD-08] [BRD-04]', async () => {
  const { status, data, headers, statements } = await app.visitor.call('GET /remote-config')
  expect([status, statements]).toEqual([200, 0])
  expect(data.version).toBe(13)
  expect(data.data).toMatchObject({
    statistic: { saveTimeout: 5000, minViewed: 2000, minViewedEnded: 30000 },
    // Only configured networks, and here none are.
    socialAuth: { android: [], ios: [] },
    clubInApp: { title: 'Club', showButtonGoTo: true },
    pushAsk: { pageViews: 1000, milliseconds: 100_000, title: 'Shall we let you know?' },
  })
  const questions = data.data['userInfoChat'] as { name: string; message: string }[]
  expect(questions[0]).toMatchObject({ name: 'firstName', message: 'Hello! What is your name?' })
  expect(Object.keys(data.data).sort()).toEqual(['clubInApp', 'pushAsk', 'socialAuth', 'statistic', 'userInfoChat'])
  const again = await app.visitor.call('GET /remote-config', { headers: { 'if-none-match': String(headers['etag']) } })
  expect(again.status).toBe(304)
  // The mobile variant supports only English.
  expect((await app.visitor.call('GET /remote-config', { language: 'ru' })).data).toEqual(data)
  const iqface = (await app.visitor.call('GET /remote-config', { appId: 'iqface' })).data.data
  expect(iqface['userInfoChat']).not.toEqual(data.data['userInfoChat'])
})

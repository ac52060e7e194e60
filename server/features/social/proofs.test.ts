import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { deleteExpired } from '#server/features/accounts/queries.ts'
import { Browser, school, type Visit } from './testing/browser.ts'
import { type Forgery, startForgingNetwork } from './testing/forging-network.ts'
import { startIdentityProvider } from './testing/identity-provider.ts'
import { networkSettings } from './testing/network-settings.ts'

let networks: Awaited<ReturnType<typeof startIdentityProvider>>
let app: TestApp
beforeAll(async () => {
  networks = await startIdentityProvider({ schools: [school] })
  app = await startTestApp({ given: { social: networks.settings } })
})
afterAll(async () => {
  await app.close()
  await networks.close()
})

const at = (source: string, way: string, query: Record<string, string> = {}) =>
  `${school}/spa/social/${source}/${way}?${new URLSearchParams(query)}`
const outcome = (address: string | URL | undefined) => Object.fromEntries(new URL(address ?? 'x:').searchParams)
const stateOf = (begun: Visit) => new URL(begun.location ?? 'x:').searchParams.get('state') ?? ''
const over = { action: 'login', status: 'fail', errorCode: 'unknown_error', errorMessage: 'attempt_over' }
const attempts = async () =>
  (await app.db.query<{ count: number }>({ text: 'select count(*)::int as count from social_attempts' })).rows[0]?.count

test('an attempt carries state, an S256 challenge and a nonce; the browser keeps a secret hidden from scripts [ACC-36]', async () => {
  const browser = new Browser(app)
  const begun = await browser.visit(at('google', 'login'))
  const asked = outcome(begun.location)
  expect(asked).toMatchObject({ response_type: 'code', scope: 'openid', code_challenge_method: 'S256' })
  expect(asked['redirect_uri']).toBe(`${school}/spa/social/google/callback`)
  // No network is asked for more than who somebody is.
  for (const [source, scope] of [
    ['vkontakte', 'vkid.personal_info'],
    ['facebook', 'public_profile'],
  ] as const)
    expect(outcome((await new Browser(app).visit(at(source, 'login'))).location)).toMatchObject({ scope })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/)
  expect(String(begun.headers['set-cookie'])).toMatch(
    /^social-[\w-]{16}=[\w-]{43}; Path=\/spa\/social; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  expect([begun.headers['referrer-policy'], begun.headers['cache-control']]).toEqual(['no-referrer', 'no-store'])
  const { rows } = await app.db.query({ text: 'select * from social_attempts' })
  expect(JSON.stringify(rows)).not.toContain(asked['state'])
  expect(JSON.stringify(rows)).not.toContain([...(browser.cookies.get('school.test')?.values() ?? [])].at(-1))
})

test('a network’s answer counts once, for ten minutes, and only in the browser that started [ACC-36]', async () => {
  const browser = new Browser(app)
  const begun = await browser.visit(at('facebook', 'login', { cancelUrl: '/document' }))
  const callback = at('facebook', 'callback', { state: stateOf(begun), error: 'access_denied' })
  const stranger = new Browser(app)
  const before = await attempts()
  expect(outcome((await stranger.visit(callback)).location)).toMatchObject(over)
  expect(await attempts()).toBe(before)
  const other = await stranger.visit(at('facebook', 'login'))
  stranger.cookies
    .get('school.test')
    ?.forEach((_, name, jar) => jar.set(`social-${stateOf(begun).slice(0, 16)}`, jar.get(name) ?? ''))
  expect(stateOf(other)).not.toBe(stateOf(begun))
  expect(outcome((await stranger.visit(callback)).location)).toMatchObject(over)
  const wrongNetwork = callback.replace('facebook', 'google')
  const cookies = new Map(browser.cookies.get('school.test'))
  expect(outcome((await browser.visit(wrongNetwork)).location)).toMatchObject(over)
  browser.cookies.set('school.test', cookies)
  expect((await browser.app.server.inject({ method: 'HEAD', url: callback.slice(school.length) })).statusCode).toBe(404)

  const kept = new Map(cookies)
  const first = await browser.visit(callback)
  expect(first.location).toBe(`${school}/document?action=login&method=facebook&status=cancel`)
  expect(browser.cookies.get('school.test')?.size).toBe(0)
  browser.cookies.set('school.test', kept)
  const again = await browser.visit(callback)
  expect([new URL(again.location ?? '').pathname, outcome(again.location)]).toEqual([
    '/',
    { ...over, method: 'facebook' },
  ])

  const late = await browser.visit(at('facebook', 'login'))
  app.clock.now += 601_000
  const tooLate = await browser.visit(at('facebook', 'callback', { state: stateOf(late), error: 'access_denied' }))
  expect(outcome(tooLate.location)).toMatchObject(over)
})

test('abandoned attempts are deleted once they expire [ACC-36]', async () => {
  await new Browser(app).visit(at('facebook', 'login'))
  await deleteExpired(app.db, app.clock.now / 1000)
  expect(await attempts()).toBeGreaterThan(0)
  await deleteExpired(app.db, app.clock.now / 1000 + 601)
  expect(await attempts()).toBe(0)
})

test('two tabs of a browser do not end each other’s attempt [ACC-36]', async () => {
  const browser = new Browser(app)
  const begun = [await browser.visit(at('facebook', 'login')), await browser.visit(at('facebook', 'login'))]
  const answers = []
  for (const one of begun) answers.push(outcome(await browser.signInAt('facebook', 'nobody', one)))
  expect(answers.map(answer => answer['errorCode'])).toEqual(['login_no_link', 'login_no_link'])
})

test.each([
  ['verifier', 'google', 'invalid_grant'],
  ['verifier', 'vkontakte', 'invalid_grant'],
  ['nonce', 'google', 'provider_answer_wrong'],
] as const)('an answer to another %s is none, by %s [ACC-36]', async (column, source, errorMessage) => {
  const browser = new Browser(app)
  const begun = await browser.visit(at(source, 'login'))
  await app.db.query({ text: `update social_attempts set ${column} = repeat('x', 43)` })
  const back = await browser.signInAt(source, 'somebody', begun)
  expect(outcome(back)).toMatchObject({ status: 'fail', errorCode: 'unknown_error', errorMessage })
})

test('an ID token counts only if signed by the network, issued for us, fresh and for this attempt [ACC-36]', async () => {
  const forger = await startForgingNetwork()
  const [google] = networkSettings(forger.origin)
  const school2 = await startTestApp({ given: { social: google ? [google] : [] } })
  const answers: Record<string, unknown> = {}
  try {
    for (const forgery of ['nothing', 'key', 'audience', 'issuer', 'nonce', 'time'] as Forgery[]) {
      forger.forge(forgery)
      const browser = new Browser(school2)
      const back = await browser.signInAt('google', '', await browser.visit(at('google', 'login')))
      const { errorCode, errorMessage } = outcome(back)
      answers[forgery] = errorCode === 'unknown_error' ? errorMessage : errorCode
    }
  } finally {
    await school2.close()
    forger.close()
  }
  const wrong = 'provider_answer_wrong'
  expect(answers).toEqual({
    nothing: 'login_no_link',
    key: wrong,
    audience: wrong,
    issuer: wrong,
    nonce: wrong,
    time: wrong,
  })
})

test('a network that is down or silent is reported within seconds, and asked again the next time [ACC-34, ACC-36]', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const school2 = await startTestApp({
    given: {
      social: [
        ...networkSettings(`http://127.0.0.1:${port}`).slice(0, 1),
        ...networkSettings('http://127.0.0.1:1').filter(one => one.source === 'facebook'),
      ],
    },
  })
  try {
    const browser = new Browser(school2)
    const begun = await browser.visit(at('google', 'login', { successUrl: '/home', cancelUrl: '/document' }))
    const down = { status: 'fail', errorCode: 'unknown_error', errorMessage: 'provider_unreachable' }
    expect([new URL(begun.location ?? '').pathname, outcome(begun.location)]).toEqual([
      '/document',
      { action: 'login', method: 'google', ...down },
    ])
    const out = await browser.visit(at('facebook', 'login'))
    const back = await browser.visit(at('facebook', 'callback', { state: stateOf(out), code: 'x' }))
    expect(outcome(back.location)).toMatchObject(down)
    silent.closeAllConnections()
    silent.close()
    expect(outcome((await browser.visit(at('google', 'login'))).location)).toMatchObject(down)
  } finally {
    await school2.close()
    silent.closeAllConnections()
    silent.close()
  }
})

test('a network’s own message is reduced to one word, or dropped [ACC-34]', async () => {
  const browser = new Browser(app)
  for (const [said, told] of [
    ['temporarily_unavailable', 'temporarily_unavailable'],
    ['<img src=x onerror=alert(1)>', 'provider_refused'],
  ] as const) {
    const begun = await browser.visit(at('facebook', 'login'))
    const query = { state: stateOf(begun), error: said, error_description: '<b>Call this number</b>' }
    const { location = '' } = await browser.visit(at('facebook', 'callback', query))
    expect(outcome(location)).toMatchObject({ errorCode: 'unknown_error', errorMessage: told })
    expect(decodeURIComponent(location)).not.toMatch(/[<>]|Call/)
  }
})

const { cases } = sharedData<{ cases: { text: string }[] }>('hostile-text/return-addresses.json')

test('every hostile successUrl and cancelUrl leads to our own origin, and to nothing that ends a session [ACC-31, SEC-06]', async () => {
  expect(cases.length).toBeGreaterThanOrEqual(175)
  const texts = new Set(
    cases.flatMap(({ text }) => [
      text,
      text.replaceAll('https://app.example.test', school).replaceAll('app.example.test', 'school.test'),
    ]),
  )
  const ends: string[] = []
  let visits = 0
  for (const text of texts) {
    visits++
    const browser = new Browser(app, `10.1.${visits >> 8}.${visits & 255}`)
    const query = { successUrl: text, cancelUrl: text }
    const begun = await browser.visit(at('facebook', 'login', query))
    expect([text, begun.status]).toEqual([text, 302])
    const callback = at('facebook', 'callback', { state: stateOf(begun), error: 'access_denied' })
    ends.push((await browser.visit(callback)).location ?? '')
    if (visits > 30) continue
    const person = await app.signIn()
    const { token } = (await person.call('POST /auth/transfer-token')).data
    const linking = await browser.visit(at('facebook', 'link', { ...query, token }))
    ends.push((await browser.signInAt('facebook', `person-${visits}`, linking)).href)
    ends.push(
      (await browser.signInAt('facebook', `person-${visits}`, await browser.visit(at('facebook', 'login', query))))
        .href,
    )
  }
  expect(ends.length).toBeGreaterThanOrEqual(texts.size + 60)
  for (const end of ends) {
    const { origin, pathname, username, searchParams } = new URL(end)
    expect([end, origin, username]).toEqual([end, school, ''])
    expect(pathname).not.toMatch(/^\/[/\\]/)
    expect(decodeURIComponent(pathname)).not.toMatch(/^\/(auto-login|logout|delete)(\/|$)/)
    expect(searchParams.get('action')).toBe('login')
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { Browser, school } from './testing/browser.ts'
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

type Fields = Record<string, string>
const outcome = ({ searchParams }: URL) => Object.fromEntries(searchParams)
const transferToken = async (person: TestClient) => (await person.call('POST /auth/transfer-token')).data.token
const at = (source: string, way: string, query: Fields = {}) =>
  `${school}/spa/social/${source}/${way}?${new URLSearchParams(query)}`

async function link(person: TestClient, source: 'google' | 'facebook' | 'vkontakte', login: string) {
  const browser = new Browser(app)
  const begun = await browser.visit(at(source, 'link', { token: await transferToken(person) }))
  return outcome(await browser.signInAt(source, login, begun))
}

async function list(client: TestClient, query: Fields = {}, headers: Fields = {}, appId = 'kurso') {
  const { status, data, statements } = await client.call('GET /user-external-auth', { query, headers, appId })
  expect(status).toBe(200)
  return { sources: data.providers.map(one => one.source), providers: data.providers, statements }
}

const unlink = (person: TestClient, id: number) => person.call('DELETE /user-external-auths/:id', { params: { id } })
const idOf = async (person: TestClient, source: string) =>
  (await list(person)).providers.find(one => one.source === source)?.id ?? 0

test('a visitor sees the networks in the brand’s order for the platform, with their addresses [ACC-30, ACC-35]', async () => {
  const android = ['google', 'vkontakte', 'facebook', 'apple']
  const ios = ['apple', 'google', 'vkontakte', 'facebook']
  expect((await list(app.visitor)).sources).toEqual(android)
  expect((await list(app.visitor, { platform: 'ios' })).sources).toEqual(ios)
  const iPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }
  expect((await list(app.visitor, {}, iPhone)).sources).toEqual(ios)
  expect((await list(app.visitor, { platform: 'android' }, iPhone)).sources).toEqual(android)
  const [first] = (await list(app.visitor)).providers
  expect(first).toEqual({
    source: 'google',
    name: 'Google',
    login_url: '/spa/social/google/login?appId=kurso',
    link_url: '/spa/social/google/link?appId=kurso',
    id: null,
    is_linked: false,
  })
  const begun = await new Browser(app).visit(`${school}${first?.login_url}&successUrl=%2Fhome`)
  expect(begun.location).toMatch(`${networks.origin}/auth?`)
})

test('a network without settings, or that the brand does not list, is offered nowhere [ACC-30]', async () => {
  const [google] = networkSettings(networks.origin)
  const other = await startTestApp({ given: { social: google ? [google] : [] } })
  try {
    const { data } = await other.visitor.call('GET /user-external-auth')
    expect(data.providers.map(one => one.source)).toEqual(['google'])
    const config = (await other.visitor.call('GET /external-application-config')).data.data.config
    expect(config['socialAuth']).toEqual({ android: ['google'], ios: ['google'] })
    for (const way of ['login', 'link', 'callback'])
      expect((await new Browser(other).visit(at('vkontakte', way))).status).toBe(404)
  } finally {
    await other.close()
  }
  expect((await new Browser(app).visit(at('myspace', 'login'))).status).toBe(422)
  expect((await new Browser(app).visit(at('google', 'login', { appId: 'no-such-brand' }))).status).toBe(403)
})

test('a learner sees which networks are linked, in one statement, and nobody else’s [ACC-35]', async () => {
  const [person, other] = [await app.signIn(), await app.signIn()]
  await link(person, 'google', 'seen-1')
  await link(person, 'facebook', 'seen-2')
  await link(other, 'vkontakte', 'seen-3')
  const { providers, statements } = await list(person)
  expect(providers.filter(one => one.is_linked).map(one => one.source)).toEqual(['google', 'facebook'])
  expect(statements).toBeLessThanOrEqual(2)
  const { data } = await person.call('GET /user', { expand: ['user_external_auths'] })
  expect(data.userExternalAuths).toEqual(
    providers.flatMap(({ id, source }) => (id === null ? [] : [{ id, source }])).sort((a, b) => a.id - b.id),
  )
})

test('unlinking ends a link once; it is then no way in, and may be linked again [ACC-35]', async () => {
  const [person, other] = [await app.signIn(), await app.signIn()]
  await link(person, 'google', 'undone')
  const id = await idOf(person, 'google')
  expect((await unlink(other, id)).status).toBe(404)
  const both = await Promise.all([unlink(person, id), unlink(person, id)])
  expect(both.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, 404])
  const browser = new Browser(app)
  const back = await browser.signInAt('google', 'undone', await browser.visit(at('google', 'login')))
  expect(outcome(back)['errorCode']).toBe('login_no_link')
  expect((await link(other, 'google', 'undone'))['status']).toBe('success')
})

test('the last way in is kept: without a password the last link stays, even when two are removed at once [ACC-35]', async () => {
  const person = await app.signIn()
  await link(person, 'google', 'only-1')
  await link(person, 'facebook', 'only-2')
  await app.db.query({ text: 'update users set password_hash = null where id = $1', values: [person.userId] })
  const ids = [await idOf(person, 'google'), await idOf(person, 'facebook')]
  const answers = await Promise.all(ids.map(id => unlink(person, id)))
  expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(answer => answer.status === 409)?.data).toMatchObject({
    code: 'last_way_in',
    message: 'This is your only way to sign in. Set a password first, then unlink',
  })
  expect((await list(person)).providers.filter(one => one.is_linked)).toHaveLength(1)
})

test('linking takes a one-time transfer token: no session token, none twice, none of another brand [ACC-31, ACC-34]', async () => {
  const person = await app.signIn()
  const spent = await transferToken(person)
  const refused = { action: 'login', method: 'google', status: 'fail', errorCode: 'link_user_unauthorised' }
  const begin = async (query: Fields, headers: Fields = {}) => {
    const { location } = await new Browser(app).visit(at('google', 'link', query), undefined, headers)
    return new URL(location ?? 'x:')
  }
  expect((await begin({ token: spent })).origin).toBe(networks.origin)
  for (const query of [{}, { token: person.token }, { token: spent }, { token: 'made-up' }] as Fields[])
    expect(outcome(await begin({ ...query, cancelUrl: '/user/edit' }))).toMatchObject(refused)
  expect(outcome(await begin({ token: await transferToken(person), appId: 'face' }))).toMatchObject(refused)
  const late = await transferToken(person)
  app.clock.now += 61_000
  expect(outcome(await begin({ token: late }))).toMatchObject(refused)
})

test('a page of another site cannot make a browser link its network account to a stranger [ACC-34, SEC-06]', async () => {
  const [attacker, victim] = [await app.signIn(), await app.signIn()]
  const lure = async (headers: Fields) => {
    const query = { token: await transferToken(attacker) }
    const { location } = await new Browser(app).visit(at('google', 'link', query), undefined, headers)
    return new URL(location ?? 'x:')
  }
  expect(outcome(await lure({ 'sec-fetch-site': 'cross-site' }))['errorCode']).toBe('link_user_unauthorised')
  expect(outcome(await lure({ cookie: `token=${victim.token}` }))['errorCode']).toBe('link_user_unauthorised')
  expect((await lure({ cookie: `token=${attacker.token}`, 'sec-fetch-site': 'same-origin' })).origin).toBe(
    networks.origin,
  )
  expect((await lure({ cookie: 'token=%E0%A4%A' })).origin).toBe(networks.origin)
})

test('staff signed in as somebody leave no way in for themselves and remove none [ACC-34, SEC-02]', async () => {
  const [person, admin] = [await app.signIn(), await app.signIn({ role: 'admin' })]
  await link(person, 'google', 'acted-for')
  const signInAs = async () =>
    (await admin.call('POST /studio/users/:id/sign-in-as', { params: { id: person.userId } })).data.token
  const { location } = await new Browser(app).visit(at('facebook', 'link', { token: await signInAs() }))
  expect(outcome(new URL(location ?? 'x:'))['errorCode']).toBe('link_user_unauthorised')
  const acting = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token: await signInAs() } })
  const id = await idOf(person, 'google')
  const headers = { authorization: `Bearer ${acting.data.token}` }
  const ending = await app.visitor.call('DELETE /user-external-auths/:id', { params: { id }, headers })
  expect(ending.data.code).toBe('not_for_staff')
  expect(await idOf(person, 'google')).toBe(id)
})

test('a person blocked or deleted on the way is no longer linked [ACC-34]', async () => {
  const person = await app.signIn()
  const browser = new Browser(app)
  const begun = await browser.visit(at('facebook', 'link', { token: await transferToken(person) }))
  await app.db.query({ text: 'update users set status = 0 where id = $1', values: [person.userId] })
  expect(outcome(await browser.signInAt('facebook', 'on-the-way', begun))['errorCode']).toBe('link_user_unauthorised')
})

test('a person signed out on the way, such as by a new password, is no longer linked [ACC-34, SEC-01]', async () => {
  const person = await app.signIn()
  const browser = new Browser(app)
  const begun = await browser.visit(at('facebook', 'link', { token: await transferToken(person) }))
  await person.call('POST /auth/logout')
  expect(outcome(await browser.signInAt('facebook', 'signed-out', begun))).toMatchObject({
    errorMessage: 'attempt_over',
  })
  const { rowCount } = await app.db.query({
    text: 'select from user_external_auths where user_id = $1',
    values: [person.userId],
  })
  expect(rowCount).toBe(0)
})

test('a link of one brand does not work in another [ACC-33, BRD-01]', async () => {
  await link(await app.signIn(), 'google', 'of-kurso')
  const browser = new Browser(app)
  const begun = await browser.visit(at('google', 'login', { appId: 'face' }))
  expect(outcome(await browser.signInAt('google', 'of-kurso', begun))['errorCode']).toBe('login_no_link')
})

test('failure texts are in the browser’s language [ACC-34]', async () => {
  const told = await new Browser(app).visit(at('google', 'link'), undefined, { 'accept-language': 'es' })
  expect(outcome(new URL(told.location ?? 'x:'))['errorMessage']).toBe('Primero inicia sesión y después vincula Google')
})

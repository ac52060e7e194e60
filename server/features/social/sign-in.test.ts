import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { type SocialSource, socialSources } from '#shared/features/social/rules.ts'
import { Browser, school } from './testing/browser.ts'
import { startIdentityProvider } from './testing/identity-provider.ts'
import { oddLogins } from './testing/oauth-server.ts'

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
const outcome = ({ searchParams }: URL) => Object.fromEntries(searchParams)

/** Signs in through a network's own pages; returns where the app reopens. */
async function signIn(
  source: SocialSource,
  login: string,
  query: Record<string, string> = {},
  browser = new Browser(app),
) {
  return browser.signInAt(source, login, await browser.visit(at(source, 'login', query)))
}

async function link(person: TestClient, source: SocialSource, login: string, browser = new Browser(app)) {
  const { token } = (await person.call('POST /auth/transfer-token')).data
  return browser.signInAt(source, login, await browser.visit(at(source, 'link', { token })))
}

const exchange = (token: string | null) => app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
const linksOf = async (person: TestClient) =>
  (await person.call('GET /user', { expand: ['user_external_auths'] })).data.userExternalAuths ?? []

test.each(socialSources)(
  '%s: only a linked account signs in, by a one-time token of 60 s [ACC-31, ACC-32, ACC-33, ACC-36]',
  async source => {
    const person = await app.signIn()
    const login = `${source}-person`
    const stranger = await signIn(source, login)
    expect(outcome(stranger)).toMatchObject({
      action: 'login',
      method: source,
      status: 'fail',
      errorCode: 'login_no_link',
    })

    const linked = await link(person, source, login)
    expect([linked.origin, linked.pathname, outcome(linked)]).toEqual([
      school,
      '/',
      { action: 'login', method: source, status: 'success' },
    ])
    expect((await linksOf(person)).map(one => one.source)).toEqual([source])

    const back = await signIn(source, login, { successUrl: '/user/points?x=1' })
    const { token = '', ...said } = outcome(back)
    expect([back.origin, back.pathname]).toEqual([school, '/user/points'])
    expect(said).toEqual({ action: 'login', method: source, status: 'success', x: '1' })
    const session = (await exchange(token)).data.token
    expect(session).not.toBe(token)
    const me = await app.visitor.call('GET /user', { headers: { authorization: `Bearer ${session}` } })
    expect(me.data.id).toBe(person.userId)
    expect((await exchange(token)).status).toBe(401)

    const late = await signIn(source, login)
    app.clock.now += 61_000
    expect((await exchange(late.searchParams.get('token'))).status).toBe(401)
  },
)

test('a deleted or blocked account cannot be reopened by its link [ACC-34]', async () => {
  for (const change of ['status = 0', 'blocked_at = now()']) {
    const person = await app.signIn()
    await link(person, 'google', change)
    await app.db.query({ text: `update users set ${change} where id = $1`, values: [person.userId] })
    expect(outcome(await signIn('google', change))).toMatchObject({
      status: 'fail',
      errorCode: 'login_no_user_from_link',
    })
  }
})

test('after deleting an account a person may link the same network to a new one; a blocked account keeps it [ACC-34]', async () => {
  const [ended, blocked, next] = [await app.signIn(), await app.signIn(), await app.signIn()]
  await link(ended, 'facebook', 'ended')
  await link(blocked, 'google', 'was-blocked')
  await app.db.query({ text: 'update users set status = 0 where id = $1', values: [ended.userId] })
  await app.db.query({ text: 'update users set blocked_at = now() where id = $1', values: [blocked.userId] })
  expect(outcome(await link(next, 'facebook', 'ended'))).toMatchObject({ status: 'success' })
  expect(outcome(await link(next, 'google', 'was-blocked'))).toMatchObject({
    errorCode: 'link_social_id_already_taken',
  })
})

test('a network is linked only by somebody who has just proved who they are', async () => {
  const person = await app.signIn()
  app.clock.set(app.clock.now + 6 * 60_000)
  const { token } = (await person.call('POST /auth/transfer-token')).data
  const begun = await new Browser(app).visit(at('google', 'link', { token }))
  expect(outcome(new URL(begun.location ?? 'x:'))).toMatchObject({ errorCode: 'link_user_unauthorised' })
  expect(await linksOf(person)).toEqual([])
  await person.call('POST /user/prove', { body: { password: testPassword } })
  expect(outcome(await link(person, 'google', 'proven'))).toMatchObject({ status: 'success' })
})

test('the same network account is linked once, twice or by two devices at once, and never by two people [ACC-34]', async () => {
  const [person, other] = [await app.signIn(), await app.signIn()]
  const both = await Promise.all([link(person, 'google', 'twice'), link(person, 'google', 'twice')])
  expect(both.map(url => outcome(url)['status'])).toEqual(['success', 'success'])
  expect(outcome(await link(person, 'google', 'twice'))['status']).toBe('success')
  expect(await linksOf(person)).toHaveLength(1)
  expect(outcome(await link(other, 'google', 'twice'))).toMatchObject({
    status: 'fail',
    errorCode: 'link_social_id_already_taken',
    errorMessage: 'This Google account is linked to somebody else',
  })
  const rivals = await Promise.all([link(person, 'vkontakte', 'rival'), link(other, 'vkontakte', 'rival')])
  expect(new Set(rivals.map(url => outcome(url)['status']))).toEqual(new Set(['fail', 'success']))
})

test('a second account of a network does not take the place of the first [ACC-34]', async () => {
  const person = await app.signIn()
  await link(person, 'google', 'first')
  expect(outcome(await link(person, 'google', 'second'))).toMatchObject({
    errorCode: 'unknown_error',
    errorMessage: 'another_account_linked',
  })
  expect(outcome(await signIn('google', 'second'))).toMatchObject({ errorCode: 'login_no_link' })
  expect(outcome(await signIn('google', 'first'))['status']).toBe('success')
})

test('a network that names nobody, or answers nonsense, signs nobody in [ACC-34]', async () => {
  expect(outcome(await signIn('facebook', oddLogins.nameless))).toMatchObject({ errorCode: 'common_no_social_id' })
  expect(outcome(await signIn('facebook', oddLogins.nonsense))).toMatchObject({
    errorCode: 'unknown_error',
    errorMessage: 'provider_answer_wrong',
  })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { placeOf } from '#web/platform/addresses.ts'
import { enter, judge } from './guards.ts'

const steps = vi.hoisted(() => ({ done: [] as string[], stored: null as string | null, homePage: '/home' }))
vi.mock('./SignedInApp.tsx', () => ({ loadAll: async () => void steps.done.push('load') }))
vi.mock('#web/platform/copy.ts', () => ({ addCopy: async () => {} }))
vi.mock('#web/features/accounts/session.ts', () => ({ takeReturnUrl: () => steps.stored }))
vi.mock('#kit/features/brands/site.ts', () => ({
  site: () => ({ trustedOrigins: ['https://shop.example'], config: { homePage: steps.homePage } }),
}))

let server: Server
const user = {
  email: 'vera@example.com',
  isRequireEmailValidate: false,
  requirePhoneValidate: false,
  isRequireUpdatePassword: false,
  isRequireUpdateProfile: false,
}
const place = {
  origin: 'https://school.example',
  search: '',
  assign: (url: URL) => void steps.done.push(`leave ${url.href}`),
}

beforeAll(async () => {
  server = createServer((incoming, answer) => {
    steps.done.push(`${incoming.method} ${incoming.url?.split('?')[0]}`)
    answer.end('{"token":"once"}')
  }).listen(0)
  await new Promise(resolve => server.once('listening', resolve))
  settings.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  steps.done = []
  steps.stored = null
  place.search = ''
  vi.stubGlobal('location', place)
})

async function entered(): Promise<string[]> {
  await enter(path => void steps.done.push(`go ${path}`))
  return steps.done
}

test('after sign-in all data is loaded, then home opens [ACC-05] [GRD-06]', async () => {
  expect(await entered()).toEqual(['load', 'go /home'])
})

test('home is the page that the brand says [GRD-04] [RTE-01]', async () => {
  steps.homePage = '/courses'
  expect(await entered()).toEqual(['load', 'go /courses'])
  steps.homePage = '/home'
})

test('the address’s returnUrl takes precedence over the stored one [ACC-05]', async () => {
  steps.stored = '/user/points'
  expect(await entered()).toEqual(['load', 'go /user/points'])
  steps.done = []
  place.search = '?returnUrl=/course/7/calendar%3Fx%3D1'
  expect(await entered()).toEqual(['load', 'go /course/7/calendar?x=1'])
})

test('a trusted site gets a one-time transfer token, never the session’s [ACC-06]', async () => {
  settings.token = 'session'
  place.search = `?returnUrl=${encodeURIComponent('https://shop.example/cart?id=3#pay')}`
  expect(await entered()).toEqual([
    'load',
    'POST /spa/api/v1/auth/transfer-token',
    'leave https://shop.example/cart?id=3&token=once#pay',
  ])
})

test.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  '/logout',
  'https://shop.example.evil.example/',
])('a return to %s goes home and gets no token [ACC-06]', async url => {
  place.search = `?returnUrl=${encodeURIComponent(url)}`
  expect(await entered()).toEqual(['load', 'go /home'])
})

test('a protected place without a session leads to sign-in and is remembered [GRD-03]', () => {
  const path = '/course/7/calendar?x=1'
  const visit = { hasToken: false, path }
  expect(judge(placeOf('/course/7/calendar'), visit)).toEqual({ kind: 'redirect', to: 'login', returnUrl: path })
})

test('a protected place with a session fetches the user first [GRD-03]', () => {
  expect(judge(placeOf('/home'), { hasToken: true, path: '/home' })).toEqual({ kind: 'load' })
  expect(judge(placeOf('/home'), { hasToken: true, user, path: '/home' })).toEqual({ kind: 'allow' })
})

test('sign-in leads home when there is a session, logout is open to everyone [GRD-04] [ACC-17]', () => {
  const visit = { hasToken: true, user, path: '/' }
  expect(judge(placeOf('/'), visit)).toEqual({ kind: 'redirect', to: 'home' })
  for (const hasToken of [true, false])
    expect(judge(placeOf('/logout'), { hasToken, path: '/logout' })).toEqual({ kind: 'allow' })
})

test('without access everything leads to the subscriptions but settings, help and what the guards ask for [GRD-02]', () => {
  const plan = {
    isEachStreamOptional: true,
    hasSubscriptions: true,
    hasActiveSubscription: false,
    hasMainSubscription: true,
    hasGeneralSubscription: false,
    isMobileDenied: false,
  }
  const kindAt = (path: string) => judge(placeOf(path), { hasToken: true, user, plan, path })
  const open = [
    '/user/settings',
    '/user/setting',
    '/user/edit',
    '/user/settings/password',
    '/user/settings/notifications',
    '/user/settings/reminders',
    '/user/settings/reminders/new',
    '/user/settings/reminders/7',
    '/user/settings/cookie',
    '/user/social-networks',
    '/user/subscriptions',
    '/support',
    '/support/7',
    '/registration',
    '/updateProfile',
    '/resetPassword',
    '/logout',
  ]
  expect(open.map(path => [path, kindAt(path).kind])).toEqual(open.map(path => [path, 'allow']))
  const closed = [
    '/home',
    '/courses',
    '/course/7/calendar',
    '/course/7/calendar/2',
    '/homework',
    '/chat',
    '/user/points',
  ]
  for (const path of closed) expect([path, kindAt(path)]).toEqual([path, { kind: 'redirect', to: 'subscriptions' }])
})

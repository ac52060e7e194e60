import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { logOut } from './end-session.ts'
import {
  afterSignOutElsewhere,
  followSignOut,
  keepReturnUrl,
  keepUser,
  loseSession,
  resumeSession,
  takeReturnUrl,
} from './session.ts'
import { endReason, forgetEndReason, signIn } from './sign-in.ts'

const clearDevice = vi.hoisted(() => vi.fn(async (_userId: number | null) => {}))
vi.mock('#kit/request/local-database.ts', () => ({ clearDevice }))

let server: Server
let calls: { call: string; token: string | undefined; body: string }[] = []
let isUp = true
const page = {
  cookies: [] as string[],
  get cookie() {
    return this.cookies.map(one => one.split(';')[0]).join('; ')
  },
  set cookie(text: string) {
    this.cookies.push(text)
  },
}
const place = { protocol: 'https:' }

function storage() {
  const rows = new Map<string, string>()
  return {
    rows,
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
    clear: () => rows.clear(),
    key: (index: number) => [...rows.keys()][index] ?? null,
    get length() {
      return rows.size
    },
  }
}
let local = storage()
let session = storage()

/** A page of its own, whose leaving does not concern the other tests. */
async function ownPage() {
  vi.resetModules()
  const own = { ...(await import('./session.ts')), ...(await import('./end-session.ts')) }
  const { settings: here } = await import('#kit/request/connection.ts')
  here.origin = settings.origin
  return { own, here }
}

beforeAll(async () => {
  server = createServer(async (incoming, answer) => {
    if (!isUp) return incoming.socket.destroy()
    let body = ''
    for await (const part of incoming) body += part
    calls.push({
      call: `${incoming.method} ${incoming.url?.split('?')[0]}`,
      token: incoming.headers.authorization,
      body,
    })
    answer.setHeader('content-type', 'application/json')
    answer.end('{"token":"fresh token/1"}')
  }).listen(0)
  await new Promise(resolve => server.once('listening', resolve))
  settings.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  calls = []
  isUp = true
  local = storage()
  session = storage()
  page.cookies = []
  place.protocol = 'https:'
  clearDevice.mockClear()
  Object.assign(settings, { token: null, userId: null })
  for (const [name, value] of Object.entries({
    localStorage: local,
    sessionStorage: session,
    document: page,
    location: place,
  }))
    vi.stubGlobal(name, value)
})

test('signing in stores the token in local storage and in a strict cookie for 30 days [ACC-03]', async () => {
  await signIn('a@b.cd', 'secret')
  expect(calls[0]).toMatchObject({
    call: 'POST /spa/api/v1/auth/login',
    body: '{"email":"a@b.cd","password":"secret"}',
  })
  expect(local.rows.get('token')).toBe('fresh token/1')
  expect(page.cookies).toEqual(['__Host-token=fresh%20token%2F1; Path=/; Max-Age=2592000; SameSite=Strict; Secure'])
  expect(settings.token).toBe('fresh token/1')
})

test('without https the cookie is not marked secure, or the browser would drop it [ACC-03]', async () => {
  place.protocol = 'http:'
  await signIn('a@b.cd', 'secret')
  expect(page.cookies[0]).toMatch(/^token=[^;]+; Path=\/; Max-Age=2592000; SameSite=Strict$/)
})

test('a session is resumed from storage, else from the cookie [ACC-03]', () => {
  page.cookies = ['x=1', '__Host-token=from%20cookie']
  resumeSession()
  expect([settings.token, local.rows.get('token')]).toEqual(['from cookie', 'from cookie'])
  local.rows.set('token', 'from storage')
  local.rows.set('userId', '9')
  resumeSession()
  expect([settings.token, settings.userId]).toEqual(['from storage', 9])
})

test('on https a cookie that another host of the domain has planted is no session [SEC-09]', () => {
  page.cookies = ['token=planted', 'x__Host-token=planted']
  resumeSession()
  expect([settings.token, local.rows.size]).toEqual([null, 0])
})

test('logging out tells the server and forgets everything of the person, nothing of the device or of the studio [ACC-18]', async () => {
  await signIn('a@b.cd', 'secret')
  keepUser(7)
  for (const [key, value] of [
    ['locale', 'ru'],
    ['colour-scheme', 'dark'],
    ['anything', 'else'],
    ['draft 7 homework 3', 'half a sentence'],
    ['studio.token', 'of a colleague'],
  ] as const)
    local.setItem(key, value)
  session.setItem('draft email', 'x')
  await logOut()
  expect(calls[1]).toMatchObject({ call: 'POST /spa/api/v1/auth/logout', token: 'Bearer fresh token/1' })
  expect(Object.fromEntries(local.rows)).toEqual({
    locale: 'ru',
    'colour-scheme': 'dark',
    'studio.token': 'of a colleague',
  })
  expect(session.rows.size).toBe(0)
  expect(page.cookies.at(-1)).toBe('__Host-token=; Path=/; Max-Age=0; SameSite=Strict; Secure')
  expect([settings.token, settings.userId]).toEqual([null, null])
  expect(clearDevice).toHaveBeenCalledWith(7)
})

test('logging out offline clears everything as well [ACC-18]', async () => {
  await signIn('a@b.cd', 'secret')
  isUp = false
  await logOut()
  expect([settings.token, local.rows.get('token')]).toEqual([null, undefined])
})

test('a session ended by the server is removed with its reads; pending writes and drafts stay [ACC-20]', async () => {
  await signIn('a@b.cd', 'secret')
  keepUser(7)
  local.setItem('draft 7 homework 3', 'half a sentence')
  await loseSession('/course/7/calendar?x=1')
  expect(local.rows.get('token')).toBeUndefined()
  expect(local.rows.get('draft 7 homework 3')).toBe('half a sentence')
  expect(clearDevice).toHaveBeenCalledWith(null)
  expect(endReason()).toBe('ended')
  forgetEndReason()
  expect(endReason()).toBeNull()
  expect([takeReturnUrl(), takeReturnUrl()]).toEqual(['/course/7/calendar?x=1', null])
})

test('following another tab leaves the session that it may have begun alone', () => {
  local.setItem('token', 'of the other tab')
  session.setItem('draft email', 'x')
  const listener = vi.fn()
  afterSignOutElsewhere.add(listener)
  void followSignOut('/home')
  afterSignOutElsewhere.delete(listener)
  expect(listener).not.toHaveBeenCalled()
  expect(local.rows.get('token')).toBe('of the other tab')
  expect([session.rows.has('draft email'), takeReturnUrl()]).toEqual([false, '/home'])
})

test('a tab that follows another stores no more of what it has read, and clears what it has stored since [ACC-18]', async () => {
  await signIn('a@b.cd', 'secret')
  keepUser(7)
  clearDevice.mockClear()
  local.rows.clear()
  for (const key of ['late-slots', 'locale', 'draft 7 homework 3']) local.setItem(key, 'stored since')
  let isTold = false
  const listener = async () => {
    await new Promise(resolve => setTimeout(resolve, 20))
    isTold = true
  }
  afterSignOutElsewhere.add(listener)
  const following = followSignOut('/home')
  expect([settings.token, settings.userId]).toEqual([null, null])
  await following
  afterSignOutElsewhere.delete(listener)
  expect(isTold).toBe(true)
  expect([...local.rows.keys()]).toEqual(['locale', 'draft 7 homework 3'])
  expect(clearDevice.mock.calls).toEqual([[null]])
})

test('the return address is stored until sign-in and used once [GRD-03] [SHL-04]', () => {
  keepReturnUrl('/user/points')
  expect([takeReturnUrl(), takeReturnUrl()]).toEqual(['/user/points', null])
})

test('a session that replaces another ends it, without this page reacting [ACC-14]', async () => {
  const { own, here } = await ownPage()
  own.keepToken('first')
  await own.replaceSession('second')
  expect(calls[0]).toMatchObject({ call: 'POST /spa/api/v1/auth/logout', token: 'Bearer first' })
  void own.loseSession('/home', 'loggedInOtherDevice')
  expect([here.token, local.rows.get('token')]).toEqual(['second', 'second'])
})

test('nothing is asked within a session that is being ended but the end itself', async () => {
  const { own, here } = await ownPage()
  own.keepToken('mine')
  const tokens: (string | null)[] = []
  server.once('request', () => tokens.push(here.token))
  await own.logOut()
  expect(tokens).toEqual([null])
  expect(calls).toMatchObject([{ call: 'POST /spa/api/v1/auth/logout', token: 'Bearer mine' }])
})

test('the session ends once the last word has been said within it, and however that goes', async () => {
  const { own, here } = await ownPage()
  own.keepToken('mine')
  own.beforeSignOut.add(async () => {
    await new Promise(resolve => setTimeout(resolve, 30))
    await fetch(`${here.origin}/last-word`)
  })
  own.beforeSignOut.add(() => {
    throw new Error('a goodbye that fails')
  })
  await own.logOut()
  expect(calls.map(({ call }) => call)).toEqual(['GET /last-word', 'POST /spa/api/v1/auth/logout'])
  expect(here.token).toBeNull()
})

test('an account is deleted on the server before anything here, and nothing is deleted when the server is not reached [ACC-21]', async () => {
  const { own, here } = await ownPage()
  own.keepToken('mine')
  own.keepUser(7)
  const goodbye = vi.fn()
  own.beforeSignOut.add(goodbye)
  isUp = false
  await expect(own.endAccount()).rejects.toThrow()
  expect([here.token, local.rows.get('token'), goodbye.mock.calls.length]).toEqual(['mine', 'mine', 0])
  isUp = true
  await own.endAccount()
  expect(calls.map(({ call }) => call)).toEqual(['DELETE /spa/api/v1/user'])
  expect([here.token, local.rows.get('token'), goodbye.mock.calls.length]).toEqual([null, undefined, 1])
  expect(clearDevice).toHaveBeenCalledWith(7)
})

test('after sign-up the registration chat opens, unless another place was requested [ACC-10]', async () => {
  const { suggestReturnUrl } = await import('./session.ts')
  suggestReturnUrl('/registration', '/home')
  expect(takeReturnUrl()).toBe('/registration')
  keepReturnUrl('/home')
  suggestReturnUrl('/registration', '/home')
  expect(takeReturnUrl()).toBe('/registration')
  keepReturnUrl('/course/7/calendar')
  suggestReturnUrl('/registration', '/home')
  expect(takeReturnUrl()).toBe('/course/7/calendar')
})

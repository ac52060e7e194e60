import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { openNotice, renewSubscription, showPush } from './push.ts'
import { sessionTokenOf } from './session-token.ts'

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'https:', origin: 'https://school.test', hostname: 'school.test' })
})
afterEach(() => vi.unstubAllGlobals())

async function shownOf(text: string) {
  const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>(async () => {})
  await showPush({ registration: { waiting: null, showNotification, pushManager: { subscribe: vi.fn() } } }, text)
  expect(showNotification).toHaveBeenCalledOnce()
  return showNotification.mock.calls[0]
}

async function openedOf(data: unknown, open: string[] = []) {
  const went: string[] = []
  const windows = open.map(url => ({ url, focus: async () => void went.push(`focus ${url}`) }))
  await openNotice(
    {
      clients: {
        matchAll: async () => windows,
        openWindow: async url => void went.push(`open ${url}`),
        claim: async () => {},
      },
    },
    data,
  )
  return went
}

test('a push is shown with its title, text and tag', async () => {
  const push = { title: 'Time to learn', body: 'Stretch', url: '/home', tag: 'reminder-1' }
  expect(await shownOf(JSON.stringify(push))).toEqual([
    'Time to learn',
    { body: 'Stretch', tag: 'reminder-1', data: { url: 'https://school.test/home' } },
  ])
})

test.each(['', 'no JSON', '[]', 'null', '{"title":5,"body":{}}'])(
  'a push that says %j names the school',
  async text => {
    expect(await shownOf(text)).toEqual(['school.test', { body: '', data: { url: 'https://school.test/' } }])
  },
)

test('a click opens the window that already shows the address, otherwise a new one', async () => {
  const data = { url: 'https://school.test/chat/7' }
  expect(await openedOf(data, ['https://school.test/home', 'https://school.test/chat/7'])).toEqual([
    'focus https://school.test/chat/7',
  ])
  expect(await openedOf(data, ['https://school.test/home'])).toEqual(['open https://school.test/chat/7'])
})

const { cases } = sharedData<{ cases: { text: string }[] }>('hostile-text/return-addresses.json')

test('no push leads away from our origin [SEC-06]', async () => {
  expect(cases.length).toBe(175)
  for (const { text: url } of cases) {
    const [, options] = (await shownOf(JSON.stringify({ title: 'x', url }))) ?? []
    const [went = ''] = await openedOf(options?.data)
    expect([url, new URL(went.replace('open ', '')).origin]).toEqual([url, 'https://school.test'])
    expect((await openedOf({ url }))[0]).toMatch(/^open https:\/\/school\.test\//)
  }
})

test('a subscription dropped by the browser is renewed and reported for the signed-in person', async () => {
  const endpoint = 'https://push.example.com/2'
  const made: PushSubscription = {
    endpoint,
    expirationTime: null,
    options: { applicationServerKey: null, userVisibleOnly: true },
    getKey: () => null,
    toJSON: () => ({ endpoint, keys: { p256dh: 'a', auth: 'b' } }),
    unsubscribe: async () => true,
  }
  const subscribe = vi.fn(async () => made)
  const asked: [string, RequestInit][] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => void asked.push([url, init]))
  const registration = { waiting: null, showNotification: vi.fn(), pushManager: { subscribe } }
  const options = { userVisibleOnly: true, applicationServerKey: 'key' }
  const change = { oldSubscription: { options }, newSubscription: null }
  const renew = (cookieStore?: { get(name: string): Promise<{ value: string } | null> }) =>
    renewSubscription({ registration }, change, () => sessionTokenOf({ cookieStore }))
  await renew({ get: async () => null })
  await renew()
  expect(asked).toEqual([])
  // Over https the app keeps it under a name that other hosts of the domain cannot set.
  await renew({ get: async name => (name === '__Host-token' ? { value: 'a%20b' } : null) })
  expect(subscribe).toHaveBeenCalledWith(options)
  expect(asked).toMatchObject([
    [
      '/spa/api/v1/push-subscriptions',
      {
        method: 'POST',
        headers: { authorization: 'Bearer a b' },
        body: '{"endpoint":"https://push.example.com/2","keys":{"p256dh":"a","auth":"b"}}',
      },
    ],
  ])
})

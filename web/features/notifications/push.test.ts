import { expect, test, vi } from 'vitest'
import { createPush, type PushDevice } from '#kit/features/notifications/push.ts'
import { createPromptClock, hasExpert, isWorthAsking } from './push-watch.ts'

// Headless browsers have no push service, so the browser's side is faked here; the worker's handling of a push is
// tested in a real browser.
const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const otherKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'

type Browser = Partial<Pick<PushDevice, 'key'>> & {
  permission?: NotificationPermission | undefined
  answer?: NotificationPermission
  told?: string | null
  isReachable?: boolean
  hasWorker?: boolean
}

/** A browser with its own push service, which gives a new address for each subscription. */
function browser(given: Browser = {}) {
  const state = { permission: 'default' as NotificationPermission | undefined, told: null as string | null, ...given }
  const log: string[] = []
  let made = 0
  let current: PushSubscription | null = null
  const subscription = ({ applicationServerKey }: PushSubscriptionOptionsInit): PushSubscription => {
    const endpoint = `https://push.example.com/${++made}`
    return {
      endpoint,
      expirationTime: null,
      options: {
        applicationServerKey:
          applicationServerKey instanceof Uint8Array ? Uint8Array.from(applicationServerKey).buffer : null,
        userVisibleOnly: true,
      },
      getKey: () => null,
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        log.push(`unsubscribed ${endpoint}`)
        current = null
        return true
      },
    }
  }
  const device: PushDevice = {
    key: given.key === undefined ? key : given.key,
    permission: () => state.permission,
    async askPermission() {
      log.push('asked')
      state.permission = given.answer ?? 'granted'
      return state.permission
    },
    manager: async () =>
      given.hasWorker === false
        ? undefined
        : {
            getSubscription: async () => current,
            subscribe: async options => (current ??= subscription(options ?? {})),
          },
    async tell({ endpoint, keys }) {
      if (given.isReachable === false) throw new Error('No network')
      log.push(`told ${endpoint} ${keys.p256dh} ${keys.auth}`)
    },
    untell: async () => void log.push('untold'),
    told: { read: () => state.told, write: endpoint => (state.told = endpoint) },
  }
  const lose = () => (current = null)
  return { push: createPush(device), device, log, state, lose }
}

test('turning on asks the person, subscribes with the school’s key and informs the school [SHL-11]', async () => {
  const { push, log, state } = browser()
  expect(await push.state()).toBe('off')
  expect(await push.turnOn()).toBe('on')
  expect(log).toEqual(['asked', 'told https://push.example.com/1 p a'])
  expect([await push.state(), state.told]).toEqual(['on', 'https://push.example.com/1'])
})

test('a person who declines is told where to allow it and not asked again [SHL-11]', async () => {
  const { push, log } = browser({ answer: 'denied' })
  expect([await push.turnOn(), await push.turnOn(), await push.state()]).toEqual(['denied', 'denied', 'denied'])
  expect(log).toEqual(['asked'])
})

test.each([
  ['no push in the browser', { permission: undefined }],
  ['no key at the school', { key: null }],
  ['no worker', { hasWorker: false }],
])('%s means unsupported [SHL-11]', async (_why, given) => {
  expect(await browser(given).push.turnOn()).toBe('unsupported')
})

test('while the school has not heard of it, it is not on', async () => {
  const { push } = browser({ isReachable: false })
  await expect(push.turnOn()).rejects.toThrow('No network')
  expect(await push.state()).toBe('off')
})

test('turning off informs the school and ends the subscription', async () => {
  const { push, log } = browser()
  await push.turnOn()
  await push.turnOff()
  expect(log.slice(2)).toEqual(['untold', 'unsubscribed https://push.example.com/1'])
  expect(await push.state()).toBe('off')
})

test('signing out ends the subscription, so that the next person gets no notices of the last one [ACC-18]', async () => {
  const { push, log } = browser()
  await push.turnOn()
  await push.forget()
  expect(log.at(-1)).toBe('unsubscribed https://push.example.com/1')
  expect(await push.state()).toBe('off')
  await push.keepUp()
  expect(await push.state()).toBe('off')
})

test('the school is told of what the browser has changed, and only that', async () => {
  const { push, log, lose } = browser()
  await push.turnOn()
  await push.keepUp()
  expect(log).toHaveLength(2)
  lose()
  await push.keepUp()
  expect(log.at(-1)).toBe('told https://push.example.com/2 p a')
  expect(await push.state()).toBe('on')
})

test('a new key of the school makes a new subscription', async () => {
  const { push, device, log } = browser()
  await push.turnOn()
  device.key = otherKey
  await push.keepUp()
  expect(log.slice(2)).toEqual(['unsubscribed https://push.example.com/1', 'told https://push.example.com/2 p a'])
})

vi.mock('#web/platform/addresses.ts', () => ({
  pathTo: (name: string) => ({ home: '/home', chats: '/chat', homeworks: '/homework' })[name],
}))

function memory(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
}

test('it is time to ask after 100 seconds of a visit, once [SHL-11]', () => {
  let now = 99_999
  const clock = createPromptClock(memory(), () => now)
  expect(clock.isTime()).toBe(false)
  now = 100_000
  expect(clock.isTime()).toBe(true)
  clock.markAsked()
  expect(clock.isTime()).toBe(false)
})

test('only where an expert’s answer is of interest, never amid something else [SHL-11]', () => {
  expect(['/home', '/chat', '/homework'].map(isWorthAsking)).toEqual([true, true, true])
  const busy = ['/registration', '/course/3/calendar/1', '/chat/7', '/homework/3/5', '/user/edit', '/logout', '/']
  expect(busy.filter(isWorthAsking)).toEqual([])
})

test('only people whom an expert may answer are promised an expert’s answer', () => {
  const chat = { chat_channel_id: 7, status: 'open' } as const
  expect([hasExpert([]), hasExpert([{ ...chat, chat_channel_id: null }]), hasExpert([chat])]).toEqual([
    false,
    false,
    true,
  ])
  expect(hasExpert([{ ...chat, status: 'ended' }])).toBe(false)
})

test('or after 1000 pages over all visits [SHL-11]', () => {
  const kept = memory()
  for (let visit = 0; visit < 10; visit++) {
    const clock = createPromptClock(kept, () => 0)
    for (let page = 0; page < 100; page++) {
      expect(clock.isTime()).toBe(false)
      clock.countView()
    }
  }
  expect(createPromptClock(kept, () => 0).isTime()).toBe(true)
})

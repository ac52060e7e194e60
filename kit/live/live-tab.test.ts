import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket as NodeWebSocket, WebSocketServer } from 'ws'
import type { LiveClientFrame, LiveServerFrame } from '#shared/platform/live.ts'
import type { LiveState } from './connection.ts'
import { LiveTab, type TabDependencies } from './live-tab.ts'
import type { PollAnswer } from './poll-link.ts'
import { type RoomFrame, Subscription } from './subscription.ts'
import type { Locks } from './tabs.ts'

const room = 'chat:1'
let head = 0
let server: WebSocketServer
let port = 0
let open: { stop(): void }[] = []
let channels = 0

/** A minimal server: one room whose events are the numbers up to `head`. */
async function startServer(at = 0) {
  server = new WebSocketServer({ port: at, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  server.on('connection', socket => {
    const send = (frame: LiveServerFrame) => socket.send(JSON.stringify(frame))
    const join = (name: string, after: number | null) => {
      send({ type: 'joined', room: name, seq: after ?? head })
      for (let seq = (after ?? head) + 1; seq <= head; seq++) send(event(seq))
    }
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as LiveClientFrame
      if (frame.type === 'hello') {
        send({ type: 'welcome', heartbeat_seconds: 1 })
        for (const [name, after] of Object.entries(frame.rooms)) join(name, after)
      }
      if (frame.type === 'join') join(frame.room, frame.after)
      if (frame.type === 'ping') send({ type: 'pong' })
    })
  })
}

const event = (seq: number): RoomFrame => ({ type: 'event', event: { room, seq, type: 'message', data: {} } })

function publish(count: number) {
  for (let one = 0; one < count; one++) {
    head++
    for (const socket of server.clients) socket.send(JSON.stringify(event(head)))
  }
}

async function stopServer() {
  for (const socket of server.clients) socket.terminate()
  await new Promise(resolve => server.close(resolve))
}

/** Locks as in a browser: one holder per name, the others wait, one may steal. */
function fakeLocks(): Locks {
  let holder: { reject: (error: Error) => void } | undefined
  let waiting: (() => void)[] = []
  const grant = (hold: () => Promise<void>) =>
    new Promise((resolve, reject) => {
      const own = { reject }
      holder = own
      void hold().then(() => {
        if (holder === own) {
          holder = undefined
          waiting.shift()?.()
        }
        resolve(undefined)
      })
    })
  return {
    async request(_name, { signal, steal }, hold) {
      await Promise.resolve()
      if (steal) {
        holder?.reject(new Error('stolen'))
        return grant(hold)
      }
      if (!holder) return grant(hold)
      return new Promise((resolve, reject) => {
        const go = () => resolve(grant(hold))
        waiting.push(go)
        signal?.addEventListener('abort', () => {
          waiting = waiting.filter(one => one !== go)
          reject(new Error('aborted'))
        })
      })
    },
  }
}

const noPolls = () => Promise.reject(new Error('no network'))

/** A tab with one listener in the room. */
function openTab(locks: Locks | undefined, name: string, more: Partial<TabDependencies> = {}) {
  const numbers: number[] = []
  const states: LiveState[] = []
  const hearer = { onEvent: ({ seq }: { seq: number }) => numbers.push(seq), onReset: () => {} }
  const subscription = new Subscription(room, 0, hearer)
  const subscriptions = new Set([subscription])
  const tab: LiveTab = new LiveTab(
    {
      url: `ws://127.0.0.1:${port}/`,
      WebSocket: NodeWebSocket as unknown as typeof WebSocket,
      name,
      locks,
      openChannel: at => new BroadcastChannel(at),
      ask: noPolls,
      who: () => ({ token: 'x', app_id: 'kurso' }),
      isOffline: () => false,
      isVisible: () => true,
      onFrame: frame => {
        if ((frame.type === 'event' || 'room' in frame) && subscription.take(frame)) tab.want([subscription])
      },
      onState: state => states.push(state),
      onUnauthorized: () => states.push('away'),
      onStop: () => tab.stop({ isForAll: false }),
      pace: { shortestMs: 50, longestMs: 200, pollingMs: 500 },
      ...more,
    },
    subscriptions,
  )
  const opened = { tab, numbers, states, stop: () => tab.stop({ isForAll: false }) }
  open.push(opened)
  return opened
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

beforeEach(async () => {
  head = 0
  await startServer()
})
afterEach(async () => {
  for (const one of open) one.stop()
  open = []
  await stopServer()
})

const newName = () => `test-${process.pid}-${channels++}`

test('the tabs of a browser share one connection, and each gets each event once and in order [CHT-09]', async () => {
  const [locks, name] = [fakeLocks(), newName()]
  const first = openTab(locks, name)
  await expect.poll(() => first.states.at(-1)).toBe('live')
  publish(5)
  const second = openTab(locks, name)
  await expect.poll(() => second.numbers).toEqual(upTo(5))
  publish(5)
  for (const { numbers } of [first, second]) await expect.poll(() => numbers).toEqual(upTo(10))
  expect(server.clients.size).toBe(1)
  expect(second.states.at(-1)).toBe('live')
})

test('when the tab that leads is closed, another takes over without losing or doubling anything [CHT-09]', async () => {
  const [locks, name] = [fakeLocks(), newName()]
  const tabs = [openTab(locks, name), openTab(locks, name), openTab(locks, name)]
  publish(3)
  for (const { numbers } of tabs) await expect.poll(() => numbers).toEqual(upTo(3))
  tabs[0]?.stop()
  publish(3)
  for (const { numbers } of tabs.slice(1)) await expect.poll(() => numbers).toEqual(upTo(6))
  tabs[1]?.stop()
  publish(3)
  await expect.poll(() => tabs[2]?.numbers).toEqual(upTo(9))
  await expect.poll(() => server.clients.size).toBe(1)
})

test('a leader put to sleep by its browser is replaced by the visible tab', async () => {
  const [locks, name] = [fakeLocks(), newName()]
  const deaf = { postMessage: () => {}, addEventListener: () => {}, close: () => {} }
  const asleep = openTab(locks, name, { openChannel: () => deaf })
  await expect.poll(() => asleep.states.at(-1)).toBe('live')
  const seen = openTab(locks, name)
  publish(2)
  seen.tab.check()
  await expect.poll(() => seen.numbers, { timeout: 5_000 }).toEqual(upTo(2))
  await expect.poll(() => server.clients.size).toBe(1)
})

test('without locks each tab connects by itself', async () => {
  const tabs = [openTab(undefined, newName()), openTab(undefined, newName())]
  publish(1)
  for (const { numbers } of tabs) await expect.poll(() => numbers).toEqual([1])
  expect(server.clients.size).toBe(2)
})

test('after a server restart clients reconnect and nothing is missing [REL-03]', async () => {
  const one = openTab(fakeLocks(), newName())
  publish(2)
  await expect.poll(() => one.numbers).toEqual(upTo(2))
  await stopServer()
  await expect.poll(() => one.states.at(-1)).toBe('away')
  head += 3
  await new Promise(resolve => setTimeout(resolve, 300))
  await startServer(port)
  await expect.poll(() => one.numbers, { timeout: 5_000 }).toEqual(upTo(5))
  expect(one.states.at(-1)).toBe('live')
})

test('a connection that falls silent is replaced', async () => {
  const sockets: Socket[] = []
  let isSilent = false
  const proxy = createServer(front => {
    const isFirst = sockets.length === 0
    const back = connect(port, '127.0.0.1')
    sockets.push(front, back)
    for (const side of [front, back]) side.on('error', () => {})
    front.on('data', part => back.write(part))
    back.on('data', part => (isFirst && isSilent) || front.write(part))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const url = `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  const one = openTab(fakeLocks(), newName(), { url })
  publish(1)
  await expect.poll(() => one.numbers).toEqual([1])
  isSilent = true
  publish(2)
  await expect.poll(() => one.numbers, { timeout: 8_000 }).toEqual(upTo(3))
  for (const socket of sockets) socket.destroy()
  proxy.close()
})

test('where websockets never open it polls, and goes back to them when they do', async () => {
  await stopServer()
  const ask = async (rooms: Record<string, number | null>): Promise<PollAnswer> => {
    await new Promise(resolve => setTimeout(resolve, 20))
    const after = rooms[room] ?? head
    const events = upTo(head).filter(seq => seq > after)
    return {
      events: events.map(seq => ({ room, seq, type: 'message', data: {} })),
      rooms: { [room]: head },
      resets: [],
      refused: [],
    }
  }
  const one = openTab(fakeLocks(), newName(), { ask })
  head = 4
  await expect.poll(() => one.numbers, { timeout: 5_000 }).toEqual(upTo(4))
  expect(one.states.at(-1)).toBe('polling')
  await startServer(port)
  await expect.poll(() => one.states.at(-1), { timeout: 5_000 }).toBe('live')
  publish(2)
  await expect.poll(() => one.numbers).toEqual(upTo(6))
})

test('while the device is offline nothing is tried; back online it connects at once', async () => {
  let isOffline = true
  let tries = 0
  server.on('connection', () => tries++)
  const pace = { shortestMs: 60_000, longestMs: 60_000, pollingMs: 60_000 }
  const one = openTab(fakeLocks(), newName(), { isOffline: () => isOffline, pace })
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(tries).toBe(0)
  isOffline = false
  one.tab.check()
  await expect.poll(() => one.states.at(-1)).toBe('live')
})

test('signing out in one tab ends the connection of all', async () => {
  const [locks, name] = [fakeLocks(), newName()]
  const [first, second] = [openTab(locks, name), openTab(locks, name)]
  await expect.poll(() => second.states.at(-1)).toBe('live')
  second.tab.stop({ isForAll: true })
  await expect.poll(() => server.clients.size).toBe(0)
  publish(1)
  expect(first.numbers).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveServerFrame } from '#shared/platform/live.ts'
import { RoomKeeper } from './room-keeper.ts'
import { type RoomFrame, Subscription } from './subscription.ts'

const room = 'chat:1'

/** Records what a listener was given. */
function hearing(after: number | null) {
  const numbers: number[] = []
  const resets: (number | null)[] = []
  const subscription: Subscription = new Subscription(room, after, {
    onEvent: ({ seq }) => numbers.push(seq),
    onReset: () => resets.push(subscription.at),
  })
  return { subscription, numbers, resets }
}

const event = (seq: number, data: unknown = {}): RoomFrame => ({
  type: 'event',
  event: { room, seq, type: 'message', data },
})
const joined = (seq: number): RoomFrame => ({ type: 'joined', room, seq })

test('events come once and in order, whatever is repeated', () => {
  const { subscription, numbers } = hearing(3)
  for (const frame of [joined(3), event(3), event(4), event(4), event(5), event(3), event(6)]) subscription.take(frame)
  expect(numbers).toEqual([4, 5, 6])
})

test('a gap is requested once, and filled by what is resent', () => {
  const { subscription, numbers } = hearing(3)
  subscription.take(joined(3))
  expect(subscription.take(event(6))).toBe(true)
  expect(subscription.take(event(7))).toBe(false)
  expect(subscription.at).toBe(3)
  for (const frame of [joined(3), event(4), event(5), event(6), event(7)]) expect(subscription.take(frame)).toBe(false)
  expect(numbers).toEqual([4, 5, 6, 7])
})

test('a room that starts beyond what is known is requested from there', () => {
  const { subscription } = hearing(3)
  expect(subscription.take(joined(8))).toBe(true)
  expect(subscription.take(joined(2))).toBe(false)
})

test('a new listener begins at the room’s number; one away too long reloads once', () => {
  const { subscription, numbers, resets } = hearing(null)
  subscription.take(event(4))
  subscription.take(joined(7))
  subscription.take(event(8))
  subscription.take({ type: 'reset', room, seq: 700 })
  subscription.take({ type: 'reset', room, seq: 700 })
  subscription.take(event(701))
  expect(numbers).toEqual([8, 701])
  expect(resets).toEqual([700])
})

test('a deleted thing advances the number without data', () => {
  const { subscription, numbers } = hearing(0)
  for (const frame of [joined(0), event(1), event(2, null), event(3)]) subscription.take(frame)
  expect(numbers).toEqual([1, 3])
})

type Step =
  | { do: 'publish'; count: number }
  | { do: 'deliver'; count: number }
  | { do: 'drop'; count: number }
  | { do: 'swap' }
  | { do: 'cut' }
  | { do: 'open'; tab: number; behind: number }

/** A server and a connection that loses frames: each frame waits in a queue until it is delivered or lost. */
function unreliableLine() {
  let head = 0
  let queue: LiveServerFrame[] = []
  let joinedAt: number | undefined
  const tabs = new Map<number, ReturnType<typeof hearing> & { from: number }>()
  const send = (frame: LiveServerFrame) => queue.push(frame)
  const line = {
    join(_room: string, after: number | null) {
      joinedAt = after ?? head
      send(joined(joinedAt))
      for (let seq = joinedAt + 1; seq <= head; seq++) send(event(seq))
    },
    leave() {
      joinedAt = undefined
    },
  }
  const tell = (frame: LiveServerFrame) => {
    for (const [tab, { subscription }] of tabs)
      if (subscription.take(frame as RoomFrame)) keeper.want(String(tab), room, subscription.at)
  }
  const keeper = new RoomKeeper(line, tell)
  const reconnect = () => {
    queue = []
    joinedAt = undefined
    for (const { subscription } of tabs.values()) subscription.wait()
    for (const [name, after] of Object.entries(keeper.wanted())) line.join(name, after)
  }
  const deliver = () => {
    const frame = queue.shift()
    if (!frame) return
    keeper.take(frame)
    tell(frame)
  }
  function run(step: Step) {
    if (step.do === 'publish')
      for (let one = 0; one < step.count; one++) {
        head++
        if (joinedAt !== undefined) send(event(head))
      }
    if (step.do === 'deliver') for (let one = 0; one < step.count; one++) deliver()
    if (step.do === 'drop') queue.splice(0, step.count)
    if (step.do === 'swap') queue = [...queue.slice(0, 2).toReversed(), ...queue.slice(2)]
    if (step.do === 'cut') reconnect()
    if (step.do === 'open' && !tabs.has(step.tab)) {
      const from = Math.max(0, head - step.behind)
      tabs.set(step.tab, { ...hearing(from), from })
      keeper.want(String(step.tab), room, from)
    }
  }
  const settle = () => {
    reconnect()
    for (let round = 0; queue.length > 0 && round < 100_000; round++) deliver()
  }
  return { run, settle, tabs, head: () => head }
}

const small = fc.integer({ min: 1, max: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  small.map((count): Step => ({ do: 'publish', count })),
  small.map((count): Step => ({ do: 'deliver', count })),
  small.map((count): Step => ({ do: 'drop', count })),
  fc.constant<Step>({ do: 'cut' }),
  fc.constant<Step>({ do: 'swap' }),
  fc.record({ do: fc.constant('open' as const), tab: fc.integer({ min: 0, max: 3 }), behind: small }),
)

test('whatever frames are lost or reordered, however often the connection drops, each tab gets each event once and in order [CHT-09]', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const line = unreliableLine()
      for (const one of steps) line.run(one)
      line.settle()
      for (const { numbers, from } of line.tabs.values())
        expect(numbers).toEqual(Array.from({ length: line.head() - from }, (_, index) => from + 1 + index))
    }),
    { numRuns: 500 },
  )
})

test('a signal is delivered whatever the room’s number is, without changing it', () => {
  const hints: unknown[] = []
  const hearer = { onEvent: () => {}, onReset: () => {}, onSignal: (signal: unknown) => hints.push(signal) }
  const subscription = new Subscription(room, null, hearer)
  expect(subscription.take({ type: 'event', event: { room, seq: null, type: 'hint', data: { n: 1 } } })).toBe(false)
  expect(hints).toEqual([{ type: 'hint', data: { n: 1 } }])
  expect(subscription.at).toBe(null)
})

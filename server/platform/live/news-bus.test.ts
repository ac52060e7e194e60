import { expect, test } from 'vitest'
import { openNewsBus } from './news-bus.ts'

/** Two nodes on one database: what one tells, the other hears. */
function openPair() {
  const payloads: string[] = []
  const hearers: ((payload: string) => void)[] = []
  const listener = {
    on: (_channel: string, hear: (payload: string) => void) => void hearers.push(hear),
    onConnection: () => undefined,
    async notify(_channel: string, payload: string) {
      payloads.push(payload)
      for (const hear of hearers) hear(payload)
    },
    start: async () => undefined,
    stop: async () => undefined,
  }
  const open = () => {
    const heard = { rooms: [] as string[], signals: [] as unknown[] }
    const bus = openNewsBus({
      listener,
      redis: undefined,
      hearNudges: rooms => void heard.rooms.push(...rooms),
      hearSignal: (...signal) => void heard.signals.push(signal),
      onFailure: error => {
        throw error
      },
    })
    return { bus, heard }
  }
  return { payloads, hearers, here: open(), there: open() }
}

test('news of a thousand rooms are told in notices that the database takes, each room once, and not to oneself [CHT-09]', async () => {
  const { payloads, here, there } = openPair()
  const rooms = Array.from({ length: 1000 }, (_, n) => `chat:${100_000 + n}`)
  here.bus.nudge(rooms)
  here.bus.nudge(rooms)
  for (let n = 0; n < 200; n++) here.bus.signal('desk:kurso', 'chat', { chat_id: n })
  here.bus.flush()
  await expect.poll(() => there.heard.rooms.length).toBe(1000)
  expect(there.heard.rooms).toEqual(rooms)
  expect(there.heard.signals).toEqual(Array.from({ length: 200 }, (_, n) => ['desk:kurso', 'chat', { chat_id: n }]))
  expect(payloads.length).toBeGreaterThan(1)
  expect(Math.max(...payloads.map(payload => Buffer.byteLength(payload)))).toBeLessThan(8000)
  expect(here.heard).toEqual({ rooms: [], signals: [] })
})

test('a notice of another version, or of a stranger, is passed over', () => {
  const { hearers, there } = openPair()
  for (const hear of hearers)
    for (const payload of ['', 'null', '{"from":"x"}', '[1]', '{"rooms":["chat:1"]}']) hear(payload)
  expect(there.heard).toEqual({ rooms: [], signals: [] })
})

import { expect, test, vi } from 'vitest'
import type { Presenter, StoredEvent } from './live-parts.ts'
import { joinParts } from './live-parts.ts'
import { openPresenting } from './presenting.ts'

const nobody = { query: () => Promise.reject(new Error('No statement is expected')) }
const event = (seq: number, type: string, data: Record<string, number> = { id: seq }): StoredEvent => ({
  room: 'chat:1',
  seq,
  type,
  data,
})

test('events of one type are presented together, each once, and sent as their room and their author see them', async () => {
  const message = vi.fn<Presenter>(async (_db, events) =>
    events.map(({ data }) =>
      data['id'] === 3
        ? undefined
        : { all: { id: data['id'] }, own: { userId: 7, data: { id: data['id'], key: 'k' } } },
    ),
  )
  const { present } = openPresenting(nobody, { message }, () => undefined)
  const events = [event(1, 'message'), event(2, 'plain'), event(3, 'message'), event(4, 'message')]
  const made = await present(events)
  expect(made.map(delivery => delivery?.wire.data)).toEqual([{ id: 1 }, { id: 2 }, null, { id: 4 }])
  expect(made[0]).toMatchObject({ ownUserId: 7, ownWire: { seq: 1, data: { id: 1, key: 'k' } } })
  expect(made[0]?.frame.subarray(2).toString()).not.toContain('key')
  expect(await present(events)).toEqual(made)
  expect(message).toHaveBeenCalledTimes(1)
  expect(message.mock.calls[0]?.[1].map(({ seq }) => seq)).toEqual([1, 3, 4])
})

test('one type that cannot be presented is told and holds up no other; a lost database is the caller’s to wait for', async () => {
  const told: string[] = []
  const broken: Presenter = () => Promise.reject(new Error('a fault of ours'))
  const { present } = openPresenting(nobody, { broken }, (_error, type) => told.push(type))
  const made = await present([event(1, 'broken'), event(2, 'plain')])
  expect(made.map(delivery => delivery?.seq)).toEqual([undefined, 2])
  expect(told).toEqual(['broken'])
  const lost: Presenter = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  await expect(openPresenting(nobody, { lost }, () => undefined).present([event(1, 'lost')])).rejects.toThrow('gone')
})

test('two features cannot claim the same room or event', () => {
  const part = { rooms: { chat: () => [] } }
  expect(() => joinParts([part, part])).toThrow('chat')
  expect(Object.keys(joinParts([part, { present: { message: async () => [] } }]).present)).toEqual(['message'])
})

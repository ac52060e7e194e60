import Type from 'typebox'
import { expect, test, vi } from 'vitest'
import { contract } from '#shared/platform/contract.ts'
import { room } from '#shared/platform/live-rooms.ts'
import type { Presenter, StoredEvent } from './live-parts.ts'
import { asStored, joinParts, liveParts } from './live-parts.ts'
import { openPresenting } from './presenting.ts'
import { publishEvent, publishEvents } from './publishing.ts'

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
  const { present } = openPresenting(nobody, { message }, { onFailure: () => undefined })
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
  const { present } = openPresenting(
    nobody,
    { broken },
    {
      onFailure: (_error, type) => told.push(type),
    },
  )
  const made = await present([event(1, 'broken'), event(2, 'plain')])
  expect(made.map(delivery => delivery?.seq)).toEqual([undefined, 2])
  expect(told).toEqual(['broken'])
  const lost: Presenter = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  await expect(
    openPresenting(nobody, { lost }, { onFailure: () => undefined }).present([event(1, 'lost')]),
  ).rejects.toThrow('gone')
})

test('two features cannot claim the same room or event', () => {
  const part = { rooms: { chat: async () => [] }, present: {} }
  expect(() => joinParts([part, part])).toThrow('chat')
  expect(Object.keys(joinParts([part, { rooms: {}, present: { message: async () => [] } }]).present)).toEqual([
    'message',
  ])
})

const yardRoom = room('yard', Type.Integer(), 'anyone')
const yard = contract({
  refusals: {},
  calls: {},
  rooms: [yardRoom],
  events: { ball: { room: yardRoom, stored: ['ball_id'], data: Type.Object({ ball_id: Type.Integer() }) } },
})

test('a feature presents its events, and lets into its rooms, just as its contract declares them', async () => {
  const { rooms } = liveParts(yard, {
    rooms: { yard: (_db, { userId }, ids) => ids.filter(id => id === userId) },
    present: { ball: asStored },
  })
  const actor = { userId: 7, sessionId: 1, role: 'learner', brandId: 'kurso', timezone: 'UTC' } as const
  expect(await rooms['yard']?.(nobody, actor, ['7', '07', '7.0', '-7', '8', 'x', '9007199254740993'])).toEqual(['7'])
  // @ts-expect-error -- nobody is let into the yard, and nobody reads its balls
  liveParts(yard, { rooms: {}, present: {} })
  liveParts(yard, {
    rooms: { yard: () => [] },
    // @ts-expect-error -- a ball is told by its number
    present: { ball: async () => [{ all: { ball_id: 'red' } }] },
  })
})

test('an event is published in the room, and with the ids, that its contract declares', () => {
  const single = publishEvent(yard, 'ball', '$1::bigint', { ball_id: 'b.id' })
  expect(single).toBe(`publish_event('yard:' || $1::bigint, 'ball', json_build_object('ball_id', b.id)::jsonb)`)
  const many = publishEvents(yard, 'ball', { from: 'thrown', roomId: 'yard_id', stored: { ball_id: 'id' } })
  expect(many).toContain(`select 'yard:' || yard_id, 1 from thrown`)
  // @ts-expect-error -- no such event
  publishEvent(yard, 'bat', '1', { ball_id: '1' })
  // @ts-expect-error -- a ball is stored by its id
  publishEvent(yard, 'ball', '1', { bat_id: '1' })
})

import { beforeEach, expect, test } from 'vitest'
import type { WaitingWrite } from '#kit/request/local-database.ts'
import { Outbox } from './waiting-writes.ts'
import { withdraw } from './outbox.ts'
import type { WriteStore } from './write-store.ts'

let rows = new Map<number, WaitingWrite>()
let removedUploads: string[] = []
let sent: number[] = []
let isOffline = true

const store: WriteStore = {
  list: async () => [...rows.values()],
  async add(write) {
    const id = rows.size + 1
    rows.set(id, { ...write, id })
    return id
  },
  async change(id, next) {
    const row = rows.get(id)
    const changed = row && next(row)
    if (changed) rows.set(id, changed)
    return changed
  },
  async remove({ id, uploads = [] }) {
    rows.delete(id)
    removedUploads.push(...uploads)
  },
}

function newOutbox(): Outbox {
  return new Outbox({
    store,
    send: async ({ id }) => void sent.push(id),
    exclusive: (_lane, work) => work(),
    later: () => () => {},
    userId: () => 1,
    isOffline: () => isOffline,
    announce: () => {},
    attachments: () => Promise.reject(new Error('No uploads here')),
    newKey: () => 'key',
    now: () => 1000,
    random: () => 0.5,
  })
}

beforeEach(() => {
  rows = new Map()
  removedUploads = []
  sent = []
  isOffline = true
})

const post = 'POST /chats/:id/messages'

test('a write that was taken back is never sent and its uploads stay [HWK-11]', async () => {
  const outbox = newOutbox()
  const { id } = await outbox.add(post, {}, { lane: 'homework:5', uploads: ['a', 'b'] })
  expect(await withdraw(store, outbox, id)).toBe('withdrawn')
  expect([outbox.writesIn('homework:5'), [...rows], removedUploads]).toEqual([[], [], []])
  isOffline = false
  await outbox.drain()
  expect(sent).toEqual([])
  expect(await withdraw(store, outbox, id)).toBe('gone')
})

test('a write that may be on the server already is not taken back [HWK-11]', async () => {
  const outbox = newOutbox()
  const { id } = await outbox.add(post, {}, { lane: 'homework:5', uploads: ['a'] })
  const row = rows.get(id)
  if (row) rows.set(id, { ...row, isUndecided: true })
  expect(await withdraw(store, outbox, id)).toBe('undecided')
  expect(rows.get(id)).toMatchObject({ isUndecided: true, uploads: ['a'] })
})

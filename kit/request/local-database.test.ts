import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { clearDevice, localDatabase } from './local-database.ts'
import { databaseWrites } from '#kit/outbox/write-store.ts'

const upload = (id: string, userId: number) =>
  ({
    id,
    userId,
    name: 'a.png',
    type: 'image/png',
    bytes: 3,
    at: 1,
    state: 'NOT_UPLOADED',
    isPaused: false,
    offset: 0,
    attempt: 0,
  }) as const

test('a device with an older database keeps its pending writes and sends them in order [HWK-11]', async () => {
  const old = await openDB('kurso', 1, {
    upgrade(database) {
      database.createObjectStore('answers', { keyPath: 'key' })
      database.createObjectStore('queries', { keyPath: 'hash' })
      database.createObjectStore('writes', { keyPath: 'id', autoIncrement: true }).createIndex('userId', 'userId')
    },
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
  })
  const write = { userId: 4, call: 'POST /save-lesson-stat', input: {}, at: 1 }
  for (const idempotencyKey of ['k1', 'k2']) await old.add('writes', { ...write, idempotencyKey })
  const rows = await databaseWrites.list(4)
  expect(rows.map(row => [row.id, row.idempotencyKey, row.lane])).toEqual([
    [1, 'k1', ''],
    [2, 'k2', ''],
  ])
  expect(await databaseWrites.add({ ...write, idempotencyKey: 'k3', lane: 'chat:1' })).toBe(3)
})

test('a write goes together with its files; signing out takes the uploads of that user alone [ACC-18]', async () => {
  const database = await localDatabase()
  for (const [id, userId] of [
    ['a', 4],
    ['b', 4],
    ['c', 5],
  ] as const) {
    await database.put('uploads', upload(id, userId))
    await database.put('files', new Blob(['abc']), id)
  }
  const [first] = await databaseWrites.list(4)
  if (!first) throw new Error('No write')
  await databaseWrites.remove({ ...first, uploads: ['a'] })
  expect([await database.getAllKeys('uploads'), await database.getAllKeys('files')]).toEqual([
    ['b', 'c'],
    ['b', 'c'],
  ])
  await clearDevice(4)
  expect([await database.getAllKeys('uploads'), await database.getAllKeys('files')]).toEqual([['c'], ['c']])
  expect(await databaseWrites.list(4)).toEqual([])
})

test('a device with the database before recordings keeps its lanes and files [HWK-11]', async () => {
  const database = await localDatabase()
  expect([...database.objectStoreNames].sort()).toEqual([
    'answers',
    'clips',
    'files',
    'pieces',
    'queries',
    'uploads',
    'writes',
  ])
  database.close()
  await deleteDB('kurso')
  const old = await openDB('kurso', 2, {
    upgrade(before) {
      before.createObjectStore('answers', { keyPath: 'key' })
      before.createObjectStore('queries', { keyPath: 'hash' })
      for (const [name, keys] of [
        ['writes', { keyPath: 'id', autoIncrement: true }],
        ['uploads', { keyPath: 'id' }],
      ] as const)
        before.createObjectStore(name, keys).createIndex('userId', 'userId')
      before.createObjectStore('files')
    },
  })
  await old.add('writes', { userId: 6, call: 'POST /a', input: {}, at: 1, idempotencyKey: 'k', lane: 'chat:1' })
  old.close()
  vi.resetModules()
  const { localDatabase: again, forgetUnsent } = await import('./local-database.ts')
  const upgraded = await again()
  expect((await upgraded.getAll('writes')).map(({ lane }) => lane)).toEqual(['chat:1'])
  const clip = { consultationId: 1, recordingId: 2, type: 'video/webm', beganAt: 3 }
  for (const [id, userId] of [
    ['own', 6],
    ['other', 7],
  ] as const) {
    await upgraded.put('clips', { ...clip, id, userId })
    await upgraded.put('pieces', { clipId: id, bytes: new Blob([id]) })
  }
  await forgetUnsent(6)
  expect(await upgraded.getAllKeys('clips')).toEqual(['other'])
  expect((await upgraded.getAll('pieces')).map(({ clipId }) => clipId)).toEqual(['other'])
  upgraded.close()
  await deleteDB('kurso')
  vi.resetModules()
})

test('with a session goes what other apps have shared, but for what is being shared now [ACC-18, ACC-20]', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
  vi.stubGlobal('location', { pathname: '/home' })
  await clearDevice(null)
  expect(deleted.splice(0)).toEqual(['pictures', 'shared'])
  vi.stubGlobal('location', { pathname: '/share' })
  await clearDevice(null)
  expect(deleted).toEqual(['pictures'])
  vi.unstubAllGlobals()
})

test('with a session goes the number on the app’s icon; a browser that refuses is left alone [ACC-18, OFF-01]', async () => {
  const clearAppBadge = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clearAppBadge })
  await clearDevice(null)
  expect(clearAppBadge).toHaveBeenCalledOnce()
  clearAppBadge.mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'))
  await clearDevice(null)
  vi.stubGlobal('navigator', {})
  await clearDevice(null)
  vi.unstubAllGlobals()
})

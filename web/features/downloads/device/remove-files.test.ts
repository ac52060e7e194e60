import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { downloadsDatabase, leaseId, type StoredLease } from './records.ts'
import { removeAllOf } from './remove-files.ts'

const lease = (userId: number, streamId: number) =>
  ({ id: leaseId(userId, streamId), userId, streamId }) as unknown as StoredLease

test('no lease stays of somebody whose downloads are removed, also where its files went before [OFF-05, OFF-12]', async () => {
  const database = await downloadsDatabase()
  for (const one of [lease(1, 3), lease(1, 4), lease(2, 3)]) await database.put('leases', one)
  await removeAllOf(1)
  expect(await database.getAllKeys('leases')).toEqual([leaseId(2, 3)])
})

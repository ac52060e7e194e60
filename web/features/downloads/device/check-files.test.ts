import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { rangeBytes } from '#shared/features/downloads/rules.ts'
import { faultsOf } from './check-files.ts'
import type { StoredFile } from './stored-file.ts'

const content = randomBytes(2 * rangeBytes + 9)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hashes = [0, 1, 2].map(index => sha256(content.subarray(index * rangeBytes, (index + 1) * rangeBytes)))
const now = 10 * 86_400_000
const file = {
  status: 'loaded',
  bytes: content.length,
  hashes,
  checkedAt: now - 1000,
  path: 'p',
} as unknown as StoredFile

const worldWith = (stored: Buffer | undefined) => {
  let reads = 0
  const find = async () =>
    stored && {
      size: stored.length,
      read: async (first: number, last: number) => {
        reads += 1
        return stored.subarray(first, last + 1)
      },
    }
  return { find, hash: async (bytes: Uint8Array) => sha256(bytes), reads: () => reads }
}

test('a file that the browser has removed is gone [OFF-10]', async () => {
  expect(await faultsOf(worldWith(undefined), file, now, false)).toMatchObject({
    status: 'fail',
    failure: 'gone',
    done: 0,
  })
})

test('a file of another size is fetched again from where it is whole [OFF-03]', async () => {
  const short = content.subarray(0, rangeBytes + 5)
  expect(await faultsOf(worldWith(short), file, now, false)).toEqual({ status: 'pending', done: 1, damaged: [] })
  const long = Buffer.concat([content, randomBytes(3)])
  expect(await faultsOf(worldWith(long), file, now, false)).toMatchObject({ status: 'pending', done: 3 })
})

test('hashes are compared once a day: damaged ranges are named, a sound file is noted [OFF-09]', async () => {
  const flipped = Buffer.from(content)
  flipped[rangeBytes + 1] = (flipped[rangeBytes + 1] ?? 0) ^ 1
  const world = worldWith(flipped)
  expect(await faultsOf(world, file, now, false)).toBeUndefined()
  expect(world.reads()).toBe(0)
  expect(await faultsOf(world, file, now, true)).toEqual({ status: 'pending', damaged: [1] })
  const dayLater = now + 86_400_000
  expect(await faultsOf(world, file, dayLater, false)).toEqual({ status: 'pending', damaged: [1] })
  expect(await faultsOf(worldWith(content), file, dayLater, false)).toEqual({ checkedAt: dayLater })
})

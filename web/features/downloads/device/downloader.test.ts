import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { rangeBytes } from '#shared/features/downloads/rules.ts'
import { Downloader, type DownloadWorld, FileRefused } from './downloader.ts'
import { fileKey } from './records.ts'
import type { StoredFile } from './stored-file.ts'

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A browser with files and a school that can be cut off, damaged or full. */
class Device {
  records = new Map<string, StoredFile>()
  disk = new Map<string, Buffer>()
  school = new Map<string, Buffer>()
  asked: string[] = []
  waits: number[] = []
  budget = 1e12
  room = 1e12
  isOffline = false
  isMetered = false
  total: number | undefined
  /** Called before each write. */
  onWrite: (path: string) => void = () => {}
  /** Called before each range is answered. */
  onRange: (url: string, first: number, bytes: Buffer) => Buffer | Promise<Buffer> = (_url, _first, bytes) => bytes

  readonly world: DownloadWorld = {
    files: async () => [...this.records.values()].toSorted((one, other) => one.addedAt - other.addedAt),
    change: async (key, next) => {
      const file = this.records.get(key)
      const changed = file && next(file)
      if (changed) this.records.set(key, changed)
      return changed ?? file
    },
    budget: async () => this.budget,
    open: async path => {
      const of = () => this.disk.get(path) ?? Buffer.alloc(0)
      return {
        size: () => of().length,
        write: (bytes, at) => {
          this.onWrite(path)
          if (at + bytes.length > this.room) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
          const grown = Buffer.alloc(Math.max(of().length, at + bytes.length))
          of().copy(grown)
          Buffer.from(bytes).copy(grown, at)
          this.disk.set(path, grown)
        },
        cut: bytes => void this.disk.set(path, of().subarray(0, bytes)),
        flush: () => {},
        close: () => {},
      }
    },
    fetchRange: async (url, first, last, signal) => {
      if (this.isOffline) throw new TypeError('Failed to fetch')
      this.asked.push(`${url} ${first / rangeBytes}`)
      const content = this.school.get(url)
      if (!content) throw new FileRefused('gone')
      const bytes = await this.onRange(url, first, Buffer.from(content.subarray(first, last + 1)))
      signal.throwIfAborted()
      return { bytes, total: this.total ?? content.length }
    },
    hash: sha256,
    isOffline: () => this.isOffline,
    isMetered: () => this.isMetered,
    tell: () => {},
    wait: async ms => void this.waits.push(ms),
  }

  async add(name: string, content: Buffer, more: Partial<StoredFile> = {}): Promise<string> {
    const url = `/media/${name}/video.mp4`
    this.school.set(url, content)
    const hashes: string[] = []
    for (let at = 0; at < content.length; at += rangeBytes)
      hashes.push(await sha256(content.subarray(at, at + rangeBytes)))
    const key = fileKey(1, url)
    this.records.set(key, {
      key,
      userId: 1,
      id: this.records.size + 1,
      url,
      localUrl: url,
      path: `1/videos/2/${name}.mp4`,
      status: 'pending',
      request: 'stream 3',
      streamId: 3,
      courseTitle: 'Course',
      title: name,
      kind: 'video',
      purpose: 'full',
      dayIds: [4],
      lessonIds: [5],
      bytes: content.length,
      hashes,
      done: 0,
      damaged: [],
      isPaused: false,
      isAutomatic: false,
      addedAt: this.records.size,
      checkedAt: 0,
      ...more,
    })
    return key
  }

  of = (key: string) => this.records.get(key)
  statusOf = (key: string) => this.of(key)?.status
}

let device: Device
const big = randomBytes(3 * rangeBytes + 77)

beforeEach(() => {
  device = new Device()
})

const run = () => new Downloader(device.world).run()

test('a file is fetched range by range, checked and kept whole [OFF-09]', async () => {
  const key = await device.add('a', big)
  await run()
  expect(device.of(key)).toMatchObject({ status: 'loaded', done: 4, damaged: [] })
  expect(device.disk.get('1/videos/2/a.mp4')?.equals(big)).toBe(true)
  expect(device.asked.map(one => one.at(-1))).toEqual(['0', '1', '2', '3'])
})

test('after the browser has ended in the middle, only the range on its way is fetched again [OFF-09]', async () => {
  const key = await device.add('a', big)
  device.onRange = (_url, first, bytes) => {
    // The browser ends: nothing that was not written before is kept.
    if (first === 2 * rangeBytes) throw new Error('killed')
    return bytes
  }
  const killed = new Downloader({ ...device.world, wait: () => new Promise(() => {}) })
  void killed.run()
  await expect.poll(() => device.asked.length).toBe(3)
  expect(device.of(key)).toMatchObject({ done: 2 })
  device.onRange = (_url, _first, bytes) => bytes
  await run()
  expect(device.asked.map(one => one.at(-1))).toEqual(['0', '1', '2', '2', '3'])
  expect(device.disk.get('1/videos/2/a.mp4')?.equals(big)).toBe(true)
})

test('what was recorded counts only as far as the file reaches [OFF-03, OFF-09]', async () => {
  const key = await device.add('a', big, { done: 3, status: 'loading' })
  device.disk.set('1/videos/2/a.mp4', Buffer.from(big.subarray(0, rangeBytes + 10)))
  await run()
  expect(device.asked.map(one => one.at(-1))).toEqual(['1', '2', '3'])
  expect(device.statusOf(key)).toBe('loaded')
  expect(device.disk.get('1/videos/2/a.mp4')?.equals(big)).toBe(true)
})

test('a range with a flipped bit is fetched again, and no other [OFF-09]', async () => {
  let flips = 1
  device.onRange = (_url, first, bytes) => {
    if (first === rangeBytes && flips-- > 0) bytes[3] = (bytes[3] ?? 0) ^ 1
    return bytes
  }
  const key = await device.add('a', big)
  await run()
  expect(device.asked.map(one => one.at(-1))).toEqual(['0', '1', '1', '2', '3'])
  expect(device.statusOf(key)).toBe('loaded')
})

test('a range that is damaged three times ends the file as broken, and what was there stays [OFF-09]', async () => {
  device.onRange = (_url, _first, bytes) => Buffer.alloc(bytes.length)
  const key = await device.add('a', big, { done: 1 })
  device.disk.set('1/videos/2/a.mp4', Buffer.from(big.subarray(0, rangeBytes)))
  await run()
  expect(device.of(key)).toMatchObject({ status: 'fail', failure: 'broken', done: 1 })
  expect(device.of(key)?.code).toBeUndefined()
  expect(device.asked).toHaveLength(3)
})

test('a file of another length than the school has measured is refused [OFF-03]', async () => {
  device.total = big.length + 1
  const key = await device.add('a', big)
  await run()
  expect(device.of(key)).toMatchObject({ status: 'fail', failure: 'refused' })
})

test('a longer file left from before is cut to its length [OFF-03]', async () => {
  const content = randomBytes(500)
  await device.add('a', content)
  device.disk.set('1/videos/2/a.mp4', randomBytes(900))
  await run()
  expect(device.disk.get('1/videos/2/a.mp4')?.equals(content)).toBe(true)
})

test('a full device ends the file with code 10, keeps the others and goes on with what fits [OFF-04]', async () => {
  const first = await device.add('a', randomBytes(100))
  await run()
  device.room = 1000
  const second = await device.add('b', randomBytes(2000))
  const third = await device.add('c', randomBytes(300))
  await run()
  expect(device.of(second)).toMatchObject({ status: 'fail', failure: 'space', code: 10 })
  expect([first, third].map(device.statusOf)).toEqual(['loaded', 'loaded'])
  device.room = 1e12
  await device.world.change(second, file => ({ ...file, status: 'pending' }))
  await run()
  expect(device.statusOf(second)).toBe('loaded')
  expect(device.of(second)?.code).toBeUndefined()
})

test('a device that will not write is asked three times; then the file has failed, and may be tried again [OFF-02, OFF-04]', async () => {
  const key = await device.add('a', randomBytes(10))
  const other = await device.add('b', randomBytes(10))
  let writes = 0
  const refuse = (path: string) => {
    if (!path.includes('a.mp4')) return
    if (++writes > 9) device.isOffline = true
    throw new DOMException('The file could not be written', 'NotReadableError')
  }
  device.onWrite = refuse
  await run()
  expect(writes).toBe(3)
  expect(device.of(key)).toMatchObject({ status: 'fail', failure: 'device' })
  expect(device.of(key)?.code).toBeUndefined()
  expect(device.statusOf(other)).toBe('loaded')
  device.onWrite = () => {}
  await device.world.change(key, file => ({ ...file, status: 'pending' }))
  await run()
  expect(device.statusOf(key)).toBe('loaded')
})

test('a file that another tab still has open for a moment is written once it is free [OFF-02]', async () => {
  const key = await device.add('a', randomBytes(10))
  let isTaken = true
  const { open } = device.world
  device.world.open = async path => {
    if (isTaken) {
      isTaken = false
      throw new DOMException('Another handle is open', 'NoModificationAllowedError')
    }
    return open(path)
  }
  await run()
  expect(device.statusOf(key)).toBe('loaded')
})

test('more than the learner allows ends with code 10 before a byte is fetched [OFF-04, OFF-11]', async () => {
  device.budget = 250
  const [first, second] = [await device.add('a', randomBytes(200)), await device.add('b', randomBytes(51))]
  await run()
  expect(device.statusOf(first)).toBe('loaded')
  expect(device.of(second)).toMatchObject({ status: 'fail', failure: 'budget', code: 10 })
  expect(device.asked).toHaveLength(1)
})

test('what is here of a paused file takes room as well [OFF-11]', async () => {
  device.budget = rangeBytes + 100
  const paused = await device.add('a', big, { isPaused: true, done: 1 })
  const next = await device.add('b', randomBytes(101))
  await run()
  expect(device.of(next)).toMatchObject({ status: 'fail', failure: 'budget' })
  await device.world.change(paused, file => ({ ...file, done: 0 }))
  await device.world.change(next, file => ({ ...file, status: 'pending' }))
  await run()
  expect(device.statusOf(next)).toBe('loaded')
})

test('a pause or a removal stops the range on its way; going on fetches what is missing [OFF-02]', async () => {
  const key = await device.add('a', big)
  const downloader = new Downloader(device.world)
  device.onRange = async (_url, first, bytes) => {
    if (first !== rangeBytes) return bytes
    await device.world.change(key, file => ({ ...file, isPaused: true }))
    await downloader.look()
    return bytes
  }
  await downloader.run()
  expect(device.of(key)).toMatchObject({ status: 'pending', isPaused: true, done: 1 })
  device.onRange = (_url, _first, bytes) => bytes
  await device.world.change(key, file => ({ ...file, isPaused: false }))
  await downloader.run()
  expect(device.statusOf(key)).toBe('loaded')
  expect(device.asked.map(one => one.at(-1))).toEqual(['0', '1', '1', '2', '3'])

  const gone = await device.add('b', big)
  device.onRange = async (_url, first, bytes) => {
    if (first === rangeBytes) device.records.delete(gone)
    return bytes
  }
  await downloader.run()
  expect(device.of(gone)).toBeUndefined()
})

test('a file that is paused between two ranges waits: it is not recorded as loading [OFF-02]', async () => {
  const key = await device.add('a', big)
  device.onWrite = () => {
    const file = device.of(key)
    if (file?.done === 1) device.records.set(key, { ...file, isPaused: true })
  }
  await run()
  expect(device.of(key)).toMatchObject({ status: 'pending', isPaused: true, done: 2 })
})

test('a file that is paused before its turn waits: it is not recorded as loading [OFF-02]', async () => {
  const key = await device.add('a', big)
  const pausing: DownloadWorld = {
    ...device.world,
    budget: async () => {
      await device.world.change(key, file => ({ ...file, isPaused: true }))
      return device.budget
    },
  }
  await new Downloader(pausing).run()
  expect(device.of(key)).toMatchObject({ status: 'pending', isPaused: true, done: 0 })
  expect(device.asked).toEqual([])
})

test('a network that fails is tried again after a second, then later; without one it ends and goes on when it is back', async () => {
  let failures = 3
  device.onRange = (_url, _first, bytes) => {
    if (failures-- > 0) throw new TypeError('Failed to fetch')
    return bytes
  }
  const key = await device.add('a', randomBytes(10))
  await run()
  expect(device.waits).toEqual([1000, 2000, 4000])
  expect(device.statusOf(key)).toBe('loaded')
  const other = await device.add('b', randomBytes(10))
  device.isOffline = true
  await run()
  expect(device.statusOf(other)).toBe('pending')
})

test('a file whose address keeps failing lets the others through, and comes when it can [OFF-02]', async () => {
  const keys = [await device.add('a', randomBytes(10)), await device.add('b', randomBytes(10))]
  let tries = 0
  let triesBefore = 0
  device.onRange = (url, _first, bytes) => {
    if (url.includes('/b/')) triesBefore = tries
    else if (++tries <= 6) throw new Error('The file answered 503')
    return bytes
  }
  await run()
  expect(triesBefore).toBe(1)
  expect(keys.map(device.statusOf)).toEqual(['loaded', 'loaded'])
})

test('files that keep failing let through what waits behind them [OFF-02]', async () => {
  await device.add('a', randomBytes(10))
  await device.add('b', randomBytes(10))
  const last = await device.add('c', randomBytes(10))
  let tries = 0
  device.onRange = (url, _first, bytes) => {
    if (url.includes('/c/')) return bytes
    if (++tries > 20) device.isOffline = true
    throw new Error('The file answered 503')
  }
  await run()
  expect(device.statusOf(last)).toBe('loaded')
  expect(device.asked.findIndex(one => one.includes('/c/'))).toBe(2)
})

test('what comes by itself waits for a network that costs nothing; what was pressed does not [OFF-11]', async () => {
  const own = await device.add('a', randomBytes(10), { isAutomatic: true })
  const pressed = await device.add('b', randomBytes(10))
  device.isMetered = true
  await run()
  expect([own, pressed].map(device.statusOf)).toEqual(['pending', 'loaded'])
  device.isMetered = false
  await run()
  expect(device.statusOf(own)).toBe('loaded')
})

test('only the damaged ranges of a file are fetched again [OFF-09]', async () => {
  const key = await device.add('a', big)
  await run()
  device.asked = []
  const disk = device.disk.get('1/videos/2/a.mp4') ?? Buffer.alloc(0)
  disk[2 * rangeBytes + 5] = (disk[2 * rangeBytes + 5] ?? 0) ^ 1
  await device.world.change(key, file => ({ ...file, status: 'pending', damaged: [2] }))
  await run()
  expect(device.asked.map(one => one.at(-1))).toEqual(['2'])
  expect(device.disk.get('1/videos/2/a.mp4')?.equals(big)).toBe(true)
  expect(device.of(key)).toMatchObject({ status: 'loaded', damaged: [] })
})

import 'fake-indexeddb/auto'
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeaseWire } from '#shared/features/downloads/contract.ts'
import { leaseText } from '#shared/features/downloads/rules.ts'
import { holdFor, isSigned, keepLease } from './leases.ts'
import { downloadsDatabase, fileKey } from './records.ts'
import type { StoredFile } from './stored-file.ts'
import { serveFile } from './serve-file.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
const day = 86_400
const url = '/media/k/video.mp4'
const content = new TextEncoder().encode('0123456789')
let disk = new Map<string, Blob>()

function signed(lease: Partial<LeaseWire> = {}): LeaseWire {
  const told = { user_id: 1, stream_id: 3, files: [7], until: 100 * day, server_time: 93 * day, ...lease }
  const signature = sign('sha256', Buffer.from(leaseText(told)), {
    key: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    dsaEncoding: 'ieee-p1363',
  })
  return { ...told, signature: signature.toString('base64url'), key: { x, y } }
}

/** The private files, as far as they are read. */
function folder(path: string): object {
  const missing = () => Promise.reject(new DOMException('', 'NotFoundError'))
  return {
    getDirectoryHandle: async (name: string) => folder(`${path}${name}/`),
    getFileHandle: (name: string) => {
      const found = disk.get(path + name)
      return found ? Promise.resolve({ getFile: async () => found }) : missing()
    },
    removeEntry: async (name: string) => void (disk.delete(path + name) || (await missing())),
  }
}

const now = () => vi.setSystemTime(1_000_000_000_000)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  now()
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder('') } })
  disk = new Map([['1/videos/2/7.mp4', new Blob([content])]])
  const database = await downloadsDatabase()
  for (const store of ['files', 'leases', 'holder', 'clock'] as const) await database.clear(store)
  const file = {
    key: fileKey(1, url),
    userId: 1,
    id: 7,
    streamId: 3,
    url,
    path: '1/videos/2/7.mp4',
    status: 'loaded',
    bytes: 10,
  }
  await database.put('files', file as unknown as StoredFile)
  const { tellChanged } = await import('./records.ts')
  tellChanged()
  await new Promise(resolve => setTimeout(resolve, 20))
  await holdFor(1, 'token')
  await keepLease(signed(), Date.now())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ask = (range?: string, token: string | undefined = 'token', path = url) =>
  serveFile(new Request(`http://school.test${path}`, { headers: range ? { range } : {} }), async () => token)
const isOnDevice = async () => (await (await downloadsDatabase()).count('files')) + disk.size

test('a whole file and its ranges come from the device, with 206 [OFF-09, PLY-02]', async () => {
  const whole = await ask()
  expect([whole?.status, await whole?.text(), whole?.headers.get('content-type')]).toEqual([
    200,
    '0123456789',
    'video/mp4',
  ])
  for (const [range, text, told] of [
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ] as const) {
    const part = await ask(range)
    expect([part?.status, await part?.text(), part?.headers.get('content-range')]).toEqual([206, text, told])
  }
  expect((await ask('bytes=10-'))?.status).toBe(416)
})

test('what is not here, is not whole or is to be saved is left to the network [OFF-09]', async () => {
  expect(await ask(undefined, 'token', '/media/k/other.mp4')).toBeUndefined()
  expect(await ask(undefined, 'token', `${url}?download=`)).toBeUndefined()
  disk.set('1/videos/2/7.mp4', new Blob([content.slice(1)]))
  expect(await ask()).toBeUndefined()
  disk.clear()
  expect(await ask()).toBeUndefined()
})

test('another session, or none, finds the files sealed; they stay [OFF-12]', async () => {
  expect(await ask(undefined, 'another')).toBeUndefined()
  expect(await serveFile(new Request(`http://school.test${url}`), async () => undefined)).toBeUndefined()
  expect(await isOnDevice()).toBe(2)
  await holdFor(2, 'another')
  expect(await ask(undefined, 'another')).toBeUndefined()
  await holdFor(1, 'third')
  expect((await ask(undefined, 'third'))?.status).toBe(200)
})

test('after the lease nothing plays and the file goes [OFF-10]', async () => {
  vi.setSystemTime(1_000_000_000_000 + 7 * day * 1000)
  expect(await ask()).toBeUndefined()
  expect(await isOnDevice()).toBe(0)
})

test('with the clock set back nothing plays and the file goes, even within the lease [OFF-10]', async () => {
  vi.setSystemTime(1_000_000_000_000 + 2 * day * 1000)
  expect((await ask())?.status).toBe(200)
  vi.setSystemTime(1_000_000_000_000 + day * 1000)
  expect(await ask()).toBeUndefined()
  expect(await isOnDevice()).toBe(0)
})

test('an item that the lease does not name does not play, nor does a lease that was changed [OFF-10]', async () => {
  await keepLease(signed({ files: [8] }), Date.now())
  expect(await ask()).toBeUndefined()
  const lease = signed()
  expect(await isSigned(lease)).toBe(true)
  for (const changed of [{ until: lease.until + day }, { files: [7, 8] }, { user_id: 2 }, { stream_id: 4 }])
    expect(await isSigned({ ...lease, ...changed })).toBe(false)
  await keepLease({ ...lease, until: lease.until + day }, Date.now())
  expect(await ask()).toBeUndefined()
})

test('a new lease sets right a clock that once ran ahead [OFF-10]', async () => {
  await (await downloadsDatabase()).put('clock', Date.now() + 400 * day * 1000, 'highest')
  await keepLease(signed(), Date.now())
  expect((await ask())?.status).toBe(200)
})

test('a film of two courses plays while the lease of either holds, and goes with the last [OFF-10]', async () => {
  const database = await downloadsDatabase()
  const file = (await database.get('files', fileKey(1, url))) as StoredFile
  await database.put('files', { ...file, also: [{ ...file, streamId: 4 }] })
  await keepLease(signed({ files: [] }), Date.now())
  await keepLease(signed({ stream_id: 4 }), Date.now())
  expect((await ask())?.status).toBe(200)
  vi.setSystemTime(1_000_000_000_000 + 7 * day * 1000)
  expect(await ask()).toBeUndefined()
  expect(await isOnDevice()).toBe(0)
})

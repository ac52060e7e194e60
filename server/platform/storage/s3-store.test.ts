import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFileKey } from './file-store.ts'
import { openS3Store } from './s3-store.ts'
import { startS3Server } from './testing/s3-server.ts'

let s3: Awaited<ReturnType<typeof startS3Server>>
let folder = ''
const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

beforeAll(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'kurso-test-s3-'))
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

async function fileWith(bytes: Buffer) {
  const path = join(folder, newFileKey())
  await writeFile(path, bytes)
  return path
}
const addressOf = async (key: string, path: string, method: 'GET' | 'HEAD' = 'GET') => {
  const found = await openS3Store(s3.place).find(key, path, method)
  return 'address' in found ? found.address : ''
}

test('files are stored, found, read back and removed by signed requests [MED-06]', async () => {
  const store = openS3Store(s3.place)
  const key = newFileKey()
  const paths = ['video.mp4', 'hls/v0/p0001.m4s', 'hls/a name (1)+@.ts']
  for (const path of paths) await store.put(key, path, await fileWith(content))
  expect(s3.files.get(`${key}/video.mp4`)).toEqual({ bytes: content, type: 'video/mp4' })
  expect(await store.has(key, 'hls/a name (1)+@.ts')).toBe(true)
  expect(await store.has(key, 'other.mp4')).toBe(false)
  const copy = join(folder, 'copy')
  await store.copyTo(key, 'video.mp4', copy)
  expect(await readFile(copy)).toEqual(content)
  await expect(store.copyTo(key, 'other.mp4', copy)).rejects.toThrow('no')
  await store.removeFile(key, 'video.mp4')
  expect(await store.has(key, 'video.mp4')).toBe(false)
  const other = newFileKey()
  await store.move(other, 'large.webp', await fileWith(content))
  await store.remove(key)
  expect([...s3.files.keys()]).toEqual([`${other}/large.webp`])
})

test('an issued address opens only that file, whole and by ranges [MED-06]', async () => {
  const store = openS3Store(s3.place)
  const key = newFileKey()
  for (const path of ['a.mp4', 'b.mp4']) await store.put(key, path, await fileWith(content))
  const address = await addressOf(key, 'a.mp4')
  expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('3600')
  const part = await fetch(address, { headers: { range: 'bytes=10-19' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(10, 20)])
  expect((await fetch(await addressOf(key, 'a.mp4', 'HEAD'), { method: 'HEAD' })).status).toBe(200)
  for (const wrong of [
    address.replace('a.mp4', 'b.mp4'),
    address.replace('3600', '36000'),
    address.replace(/\?.*/, ''),
    address.replace(/Signature=\w/, 'Signature=x'),
  ])
    expect((await fetch(wrong)).status).toBe(403)
})

test('a wrong secret is reported with the store’s own code, without the secret [MED-06]', async () => {
  const store = openS3Store({ ...s3.place, secretKey: 'wrong' })
  const failure = store.put(newFileKey(), 'a.mp4', await fileWith(content))
  await expect(failure).rejects.toThrow('The store answered 403 to PUT: SignatureDoesNotMatch')
  await expect(store.put('../up', 'a.mp4', folder)).rejects.toThrow('Not a place in the store')
})

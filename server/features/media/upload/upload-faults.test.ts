import { readdirSync, readFileSync } from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { beginUpload, sendPart, tusHeaders } from '../testing/send-file.ts'

let app: TestApp
let learner: TestClient
let port = 0
let photo: Buffer

beforeAll(async () => {
  app = await startTestApp()
  learner = await app.signIn()
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.server.address() as AddressInfo).port
  const side = 1000
  const noise = { raw: { width: side, height: side, channels: 3 } } as const
  photo = await sharp(randomBytes(side * side * 3), noise)
    .png({ compressionLevel: 0 })
    .toBuffer()
})
afterAll(() => app.close())

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const head = async (url: string) => {
  const { headers } = await app.server.inject({ method: 'HEAD', url, headers: tusHeaders(learner) })
  return Number(headers['upload-offset'])
}

/** How long sent bytes may take to arrive before the connection is cut, in ms: a reset discards what was not read. */
const arrivalMs = 20

/** Sends a part over a real connection that is cut after `cutAfter` bytes. */
function sendCut(url: string, offset: number, bytes: Buffer, cutAfter: number): Promise<void> {
  return new Promise(resolve => {
    const headers = {
      ...tusHeaders(learner),
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    }
    const sent = request({ host: '127.0.0.1', port, path: url, method: 'PATCH', headers, agent: false })
    sent.once('error', () => resolve())
    sent.once('close', () => resolve())
    sent.write(bytes.subarray(0, cutAfter), () => setTimeout(() => sent.destroy(), arrivalMs))
  })
}

test('an upload cut 50 times at random resumes with the same bytes, and each cut repeats at most one part [MED-03, REL-02]', async () => {
  const chunk = 128 * 1024
  const cuts = 50
  const { location, mediaId } = await beginUpload(app, learner, photo.length, { type: 'image/png' })
  const most = photo.length - 1
  const places = fc.sample(fc.integer({ min: 0, max: chunk }), { numRuns: cuts, seed: 20261121 })
  let sentAgain = 0
  for (const place of places) {
    const offset = await head(location)
    const part = photo.subarray(offset, Math.min(most, offset + chunk))
    await sendCut(location, offset, part, Math.min(part.length - 1, place))
    const kept = (await head(location)) - offset
    expect(kept).toBeGreaterThanOrEqual(0)
    expect(place - kept).toBeLessThanOrEqual(chunk)
    sentAgain += Math.max(0, Math.min(part.length - 1, place) - kept)
  }
  expect(sentAgain).toBeLessThanOrEqual(cuts * chunk)
  expect(await head(location)).toBeGreaterThan(chunk)
  for (let offset = await head(location); offset < most; offset = await head(location))
    await sendPart(app, learner, location, offset, photo.subarray(offset, Math.min(most, offset + chunk)))
  const file = await readFile(join(app.dataDir, 'uploads', location.split('/').at(-1) ?? ''))
  expect(sha256(file)).toBe(sha256(photo.subarray(0, most)))
  const last = await sendPart(app, learner, location, most, photo.subarray(most))
  expect([last.statusCode, last.headers['x-media-status']]).toEqual([204, 'DONE'])
  const { data } = await learner.call('GET /media-files/:id', { params: { id: mediaId } })
  expect([data.width, data.height, data.bytes]).toEqual([1000, 1000, photo.length])
})

test('two requests that send parts of one upload at once do not mix their bytes [MED-03]', async () => {
  const { location } = await beginUpload(app, learner, photo.length)
  const part = photo.subarray(0, 600_000)
  const answers = await Promise.all([1, 2, 3].map(() => sendPart(app, learner, location, 0, part)))
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  const file = await readFile(join(app.dataDir, 'uploads', location.split('/').at(-1) ?? ''))
  expect(sha256(file)).toBe(sha256(photo.subarray(0, await head(location))))
})

test('a hanging connection blocks an upload only for a moment [MED-03]', async () => {
  const { location } = await beginUpload(app, learner, photo.length)
  const headers = {
    ...tusHeaders(learner),
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': 500_000,
  }
  const hanging = request({ host: '127.0.0.1', port, path: location, method: 'PATCH', headers, agent: false })
  hanging.on('error', () => undefined)
  await new Promise<void>(resolve => hanging.write(photo.subarray(0, 100_000), () => resolve()))
  await new Promise(resolve => setTimeout(resolve, 200))
  const began = Date.now()
  const offset = await head(location)
  expect(offset).toBe(100_000)
  expect(Date.now() - began).toBeLessThan(3000)
  const next = await sendPart(app, learner, location, offset, photo.subarray(offset, offset + 1000))
  expect(next.headers['upload-offset']).toBe('101000')
  hanging.destroy()
})

test('repeating the last part after a lost answer changes nothing [MED-03, REL-02]', async () => {
  const { location, mediaId } = await beginUpload(app, learner, photo.length)
  const answers = [
    await sendPart(app, learner, location, 0, photo),
    await sendPart(app, learner, location, photo.length, Buffer.alloc(0)),
    await sendPart(app, learner, location, 0, photo),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 409])
  expect(await head(location)).toBe(photo.length)
  expect((await learner.call('GET /media-files/:id', { params: { id: mediaId } })).data.status).toBe('DONE')
})

test('asking for an upload’s offset while its last part is being stored never says that it is lost [MED-03, REL-02]', async () => {
  const { location, mediaId } = await beginUpload(app, learner, photo.length, { type: 'image/png' })
  await sendPart(app, learner, location, 0, photo.subarray(0, -1))
  const asked: ReturnType<typeof ask>[] = []
  const ask = () => app.server.inject({ method: 'HEAD', url: location, headers: tusHeaders(learner) })
  const timer = setInterval(() => asked.push(ask()), 1)
  // By the protocol, asking for the offset interrupts a running part; a client then continues from the answer.
  for (let offset = photo.length - 1; offset < photo.length; offset = await head(location))
    await sendPart(app, learner, location, offset, photo.subarray(offset))
  clearInterval(timer)
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  expect(statuses.length).toBeGreaterThan(3)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await learner.call('GET /media-files/:id', { params: { id: mediaId } })).data.status).toBe('DONE')
})

/** The child processes that decode pictures, found without a program of its own, which would take longer than the decoding. */
function decodersOf(parent: number): number[] {
  const children = readdirSync(`/proc/${parent}/task`).flatMap(thread =>
    readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return children.filter(child => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('decode-picture')).map(Number)
}

test.runIf(process.platform === 'linux')(
  'a photo whose decoding the system ends, as for want of memory, is stored when its upload is asked for again [MED-03]',
  async () => {
    // Those of earlier pictures wait for the next one.
    for (const idle of decodersOf(process.pid)) process.kill(idle, 'SIGKILL')
    await expect.poll(() => decodersOf(process.pid)).toEqual([])
    const { location, mediaId } = await beginUpload(app, learner, photo.length, { type: 'image/png' })
    const kill = () => {
      const [decoder] = decodersOf(process.pid)
      if (decoder === undefined) throw new Error('Nothing is being decoded')
      process.kill(decoder, 'SIGKILL')
    }
    const isKilled = vi.waitFor(kill, { timeout: 60_000, interval: 5 })
    const sent = await sendPart(app, learner, location, 0, photo)
    await isKilled
    expect(sent.statusCode).toBe(500)
    expect(await head(location)).toBe(photo.length)
    const { data } = await learner.call('GET /media-files/:id', { params: { id: mediaId } })
    expect(data).toMatchObject({ status: 'DONE', failure: null })
  },
)

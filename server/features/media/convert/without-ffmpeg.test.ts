import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { uploadFile } from '../testing/send-file.ts'

let app: TestApp
let learner: TestClient
let said = ''

beforeAll(async () => {
  const log = pino(
    { level: 'warn' },
    new Writable({
      write(text: Buffer, _encoding, done) {
        said += text.toString()
        done()
      },
    }),
  )
  app = await startTestApp({ log })
  learner = await app.signIn()
  process.env['PATH'] = '/nowhere'
  await app.server.listen({ host: '127.0.0.1', port: 0 })
})
const path = process.env['PATH']
afterAll(async () => {
  process.env['PATH'] = path
  await app.close()
})

async function settled(name: string) {
  const { mediaId } = await uploadFile(app, learner, await readFile(join(sharedDataFolder, 'media', name)))
  return vi.waitFor(
    async () => {
      const { data } = await learner.call('GET /media-files/:id', { params: { id: mediaId } })
      expect(data.status).toMatch(/DONE|FAIL/)
      return data
    },
    { timeout: 20_000, interval: 50 },
  )
}

test('without ffmpeg a start says so, once [MED-04]', async () => {
  await settled('wpt-white.mp4')
  expect(said.match(/ffmpeg is missing/g)).toHaveLength(1)
})

test.each([
  ['wpt-movie_5.mp4', { status: 'DONE', width: 320, height: 240 }],
  ['rotated-by-metadata.mp4', { status: 'DONE', width: 240, height: 320 }],
  ['wpt-movie_5.webm', { status: 'DONE', width: 320, height: 240 }],
  ['wpt-counting.mp4', { status: 'FAIL', failure: 'format_unsupported' }],
  ['broken/truncated.mp4', { status: 'FAIL' }],
])(
  'without ffmpeg %s is kept unchanged if browsers play it, otherwise refused by name [MED-04]',
  async (name, expected) => {
    const file = await settled(name)
    expect(file).toMatchObject(expected)
    if (file.status !== 'DONE') return
    expect(file.duration).toBeGreaterThan(2)
    const answer = await app.server.inject({ url: file.mp4 ?? '' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'video/mp4'])
    expect(answer.rawPayload.toString('latin1', 4, 8)).toBe('ftyp')
  },
)

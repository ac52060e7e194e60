import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, request as ask } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openS3Store } from '#server/platform/storage/s3-store.ts'
import { startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { mediaChecks } from './check-media.ts'
import { openMediaStore } from './media-store.ts'

const publicUrl = 'https://school.example'
const canConvert = async () => true

test('a folder of media is written to and read, and nothing is left there [OPS-10]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'doctor-media-'))
  const store = openMediaStore({ dataDir })
  const [media] = mediaChecks({ store, bucket: undefined, publicUrl, canConvert })
  expect(await media?.run()).toEqual({ state: 'good', says: `written to ${join(dataDir, 'media')} and read` })
  expect(await readdir(join(dataDir, 'media'))).toEqual([])
  const empty = mediaChecks({
    store: { ...store, read: async () => undefined },
    bucket: undefined,
    publicUrl,
    canConvert,
  })
  expect(await empty[0]?.run()).toMatchObject({ state: 'broken' })
  await rm(dataDir, { recursive: true })
})

test('a bucket is written to and read as the player of the school does; its CORS rules and its keys are told of [OPS-10]', async () => {
  const bucket = await startS3Server()
  const { place } = bucket
  const check = (store = openS3Store(place)) =>
    mediaChecks({ store, bucket: place.bucket, publicUrl, canConvert })[0]?.run()
  expect(await check()).toMatchObject({ state: 'lacking', advice: expect.stringContaining(`Range from ${publicUrl}`) })
  expect(bucket.files.size).toBe(0)
  await expect(check(openS3Store({ ...place, secretKey: 'wrong' }))).rejects.toThrow('403')
  const rules = await allowing(place.endpoint, publicUrl)
  const answers = openS3Store(place)
  const throughRules = {
    ...answers,
    async find(...asked: Parameters<typeof answers.find>) {
      const found = await answers.find(...asked)
      return 'address' in found ? { address: found.address.replace(place.endpoint, rules.endpoint) } : found
    },
  }
  expect(await check(throughRules)).toEqual({ state: 'good', says: 'school is written to, and read as browsers do' })
  await Promise.all([rules.close(), bucket.close()])
})

test('films need ffmpeg [OPS-10]', async () => {
  const films = (isThere: boolean) =>
    mediaChecks({
      store: openMediaStore({ dataDir: '/nowhere' }),
      bucket: undefined,
      publicUrl,
      canConvert: async () => isThere,
    })[1]?.run()
  expect(await films(true)).toMatchObject({ state: 'good' })
  expect(await films(false)).toMatchObject({ state: 'lacking', advice: expect.stringContaining('ffmpeg') })
})

/** The same store behind the CORS rules that the manual asks for. */
async function allowing(endpoint: string, origin: string) {
  const server = createServer((request, response) => {
    const { host } = new URL(endpoint)
    const headers = { ...request.headers, host }
    ask(endpoint + (request.url ?? ''), { method: request.method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'access-control-allow-origin': origin })
      answer.pipe(response)
    }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

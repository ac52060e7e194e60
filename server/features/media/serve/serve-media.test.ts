import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { importWithCohorts } from '#server/app/commands/import-with-cohorts.ts'
import { mediaFolder } from '../media-store.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { courseFolder, smallCourse } from '#server/features/courses/testing/course-folder.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'

let app: TestApp
let learner: TestClient
let stranger: TestClient
let clip: Buffer
let remove: () => Promise<void>
const addresses = { mp4: '', hls: '', vtt: '', document: '', poster: '', picture: '' }

beforeAll(async () => {
  app = await startTestApp({ hearsNotifications: true })
  clip = await readFile(join(sharedDataFolder, 'media/wpt-movie_5.mp4'))
  learner = await app.signIn({ email: 'own@example.com' })
  stranger = await app.signIn()
  const course = smallCourse()
  const folder = await courseFolder(course)
  remove = folder.remove
  await folder.add('notes.txt', '<script>alert(1)</script>')
  await folder.addPicture('cover.png')
  const video = course.lessons?.[0]?.videos?.main
  if (!video) throw new Error('The small course has a clip')
  video.poster = 'cover.png'
  course.image = { large: 'cover.png' }
  await folder.write(course)
  const store = openFileStore(mediaFolder(app.dataDir))
  const request = {
    file: folder.file,
    brandId: 'kurso',
    today: '2026-12-01',
    starts: ['2026-12-01'],
    days: 30,
    emails: ['own@example.com'],
  }
  const { id } = await importWithCohorts(app.db, store, request)
  const { data } = await learner.call('GET /courses/:id', { params: { id }, expand: ['lessons', 'documents'] })
  const main = data.lessons?.[0]?.local_video_file
  addresses.mp4 = main?.mp4 ?? ''
  addresses.hls = main?.m3u8 ?? ''
  addresses.vtt = main?.subtitles[0]?.url ?? ''
  addresses.poster = main?.preview ?? ''
  addresses.document = data.documents?.[1]?.file?.url ?? ''
  addresses.picture = data.image?.small ?? ''
})
afterAll(async () => {
  await remove()
  await app.close()
})
beforeEach(() => app.clock.set('2026-12-02T10:00:00Z'))

const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers })
const as = (client: TestClient) => ({ cookie: `locale=en; token=${client.token}` })

test('a video is served whole and by ranges to those who may watch it [PLY-02]', async () => {
  const whole = await get(addresses.mp4, as(learner))
  expect(whole.statusCode).toBe(200)
  expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'x-content-type-options': 'nosniff' })
  expect(whole.headers['cache-control']).toMatch(/^private, .*immutable/)
  expect(createHash('sha256').update(whole.rawPayload).digest()).toEqual(createHash('sha256').update(clip).digest())
  const part = await get(addresses.mp4, { ...as(learner), range: 'bytes=100-199' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${clip.length}`])
  expect(part.rawPayload).toEqual(clip.subarray(100, 200))
  const tail = await get(addresses.mp4, { ...as(learner), range: 'bytes=-10' })
  expect(tail.rawPayload).toEqual(clip.subarray(-10))
  const head = await app.server.inject({ method: 'HEAD', url: addresses.mp4, headers: as(learner) })
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(clip.length)])
  const beyond = await get(addresses.mp4, { ...as(learner), range: `bytes=${clip.length}-` })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${clip.length}`])
})

test('what was to be sent only if it is still the same is refused when it is not [PLY-02]', async () => {
  const { headers } = await get(addresses.mp4, as(learner))
  const past = new Date(Date.parse(String(headers['last-modified'])) - 60_000).toUTCString()
  for (const condition of [{ 'if-match': '"another"' }, { 'if-unmodified-since': past }] as Record<string, string>[]) {
    const failed = await get(addresses.mp4, { ...as(learner), ...condition })
    expect([failed.statusCode, failed.headers['cache-control'], failed.body]).toEqual([412, 'no-store', ''])
  }
  const met = { 'if-match': String(headers['etag']), 'if-unmodified-since': String(headers['last-modified']) }
  expect((await get(addresses.mp4, { ...as(learner), ...met })).statusCode).toBe(200)
})

test('a playlist, its pieces and its subtitles have their types [PLY-02]', async () => {
  const playlist = await get(addresses.hls, as(learner))
  expect([playlist.statusCode, playlist.headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl'])
  const piece = await get(addresses.hls.replace('master.m3u8', 'v0_000.ts'), as(learner))
  expect([piece.statusCode, piece.headers['content-type']]).toEqual([200, 'video/mp2t'])
  const subtitles = await get(addresses.vtt, as(learner))
  expect([subtitles.statusCode, subtitles.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
})

test('only learners with a stream in which the day is open may watch [GRD-10, STR-07]', async () => {
  const staff = await app.signIn({ role: 'expert' })
  for (const url of [addresses.mp4, addresses.hls, addresses.vtt, addresses.document]) {
    expect((await get(url)).statusCode).toBe(404)
    expect((await get(url, as(stranger))).statusCode).toBe(404)
    expect((await get(url, { cookie: 'token=made-up' })).statusCode).toBe(404)
    expect((await get(url, as(staff))).statusCode).toBe(200)
    expect((await get(url, { authorization: `Bearer ${learner.token}` })).statusCode).toBe(200)
  }
})

test('before and after the stream a video is not found [GRD-10, STR-03]', async () => {
  app.clock.set('2026-11-30T23:59:00Z')
  expect((await get(addresses.mp4, as(await signInAgain()))).statusCode).toBe(404)
  app.clock.set('2026-12-30T23:58:00Z')
  expect((await get(addresses.mp4, as(await signInAgain()))).statusCode).toBe(200)
  app.clock.set('2027-01-05T00:00:00Z')
  expect((await get(addresses.mp4, as(await signInAgain()))).statusCode).toBe(404)
})

/** Another session of the learner’s, for which nothing is cached. */
async function signInAgain(): Promise<TestClient> {
  const body = { email: 'own@example.com', password: 'correct horse' }
  const { data } = await app.visitor.call('POST /auth/login', { body })
  return { ...learner, token: data.token }
}

test('a video’s segments cause no queries once access is granted', async () => {
  await get(addresses.hls, as(learner))
  const statements = vi.spyOn(app.db, 'query')
  for (const name of ['v0.m3u8', 'v0_000.ts', 'v0_001.ts', 'v1.m3u8', 'v1_000.ts'])
    expect((await get(addresses.hls.replace('master.m3u8', name), as(learner))).statusCode).toBe(200)
  expect(statements).not.toHaveBeenCalled()
  app.clock.now += 6 * 60_000
  await get(addresses.hls, as(learner))
  expect(statements).toHaveBeenCalled()
})

test('signing out ends access to videos, even if just granted [ACC-18, GRD-10]', async () => {
  const session = await signInAgain()
  const again = await signInAgain()
  expect((await get(addresses.mp4, as(session))).statusCode).toBe(200)
  await app.server.inject({
    method: 'POST',
    url: '/spa/api/v1/auth/logout',
    headers: { authorization: `Bearer ${session.token}` },
  })
  expect((await get(addresses.mp4, as(session))).statusCode).toBe(404)
  expect((await get(addresses.mp4, as(again))).statusCode).toBe(200)
})

test('staff see what their own brand’s courses use and no more [SEC-02]', async () => {
  const elsewhere = await app.signIn({ role: 'admin', brandId: 'face' })
  for (const url of [addresses.mp4, addresses.hls, addresses.vtt, addresses.document])
    expect((await get(url, as(elsewhere))).statusCode).toBe(404)
})

test('a missing piece or range is not cached by browsers', async () => {
  const missing = await get(addresses.hls.replace('master.m3u8', 'none.ts'), as(learner))
  expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found'])
  const beyond = await get(addresses.mp4, { ...as(learner), range: `bytes=${clip.length}-` })
  for (const answer of [missing, beyond]) expect(answer.headers['cache-control']).toBe('no-store')
  expect(missing.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
})

test('pictures and posters open by their address alone', async () => {
  for (const url of [addresses.poster, addresses.picture]) {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  }
})

test('a document of an unknown kind is saved, never shown', async () => {
  const answer = await get(addresses.document, as(learner))
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['another file', (url: string) => url.replace('video.mp4', 'other.mp4')],
  ['a way up', (url: string) => url.replace('video.mp4', '../../postgres/PG_VERSION')],
  ['a hidden way up', (url: string) => url.replace('video.mp4', '..%2f..%2fpostgres%2fPG_VERSION')],
  ['a way up from a playlist', () => addresses.hls.replace('master.m3u8', '..%2fvideo.mp4')],
  ['another key', (url: string) => url.replace(/media\/[\w-]{22}/, 'media/AAAAAAAAAAAAAAAAAAAAAA')],
  ['a short key', (url: string) => url.replace(/media\/[\w-]{22}/, 'media/..')],
  ['a folder', (url: string) => url.replace('video.mp4', '')],
  ['a playlist’s folder', () => addresses.hls.replace('master.m3u8', '')],
])('%s is not found, also for staff', async (_name, change) => {
  const staff = await app.signIn({ role: 'admin' })
  expect((await get(change(addresses.mp4), as(staff))).statusCode).toBe(404)
})

test('an address with a NUL is refused, also for staff [SEC-07]', async () => {
  const staff = await app.signIn({ role: 'admin' })
  expect((await get(addresses.mp4.replace('video.mp4', 'video.mp4%00'), as(staff))).statusCode).toBe(400)
})

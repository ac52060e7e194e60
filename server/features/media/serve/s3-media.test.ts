import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importWithCohorts } from '#server/app/commands/import-with-cohorts.ts'
import { openMediaStore } from '../media-store.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { courseFolder, smallCourse } from '#server/features/courses/testing/course-folder.ts'
import { exportCourse } from '#server/features/courses/import/export-course.ts'
import { startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { runsFfmpeg } from '../testing/needs-ffmpeg.ts'
import { uploadFile } from '../testing/send-file.ts'

let s3: Awaited<ReturnType<typeof startS3Server>>
let app: TestApp
let learner: TestClient

beforeAll(async () => {
  s3 = await startS3Server()
  app = await startTestApp({ s3: s3.place })
  learner = await app.signIn({ email: 'own@example.com' })
})
afterAll(async () => {
  await app.close()
  await s3.close()
})

const bytesOf = (name: string) => readFile(join(sharedDataFolder, name))
const fileOf = async (id: number) => (await learner.call('GET /media-files/:id', { params: { id } })).data
const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers })

/** What a browser gets for an address: our answer, then the redirect's. */
async function follow(url: string, headers: Record<string, string> = {}) {
  const answer = await get(url, headers)
  expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 302, 'no-store'])
  return fetch(String(answer.headers['location']), { headers })
}

test('an upload is in the bucket; those who may see it are redirected to an expiring address [MED-06] [MED-07]', async () => {
  const stranger = await app.signIn()
  const { mediaId } = await uploadFile(app, learner, await bytesOf('uploads/images/vips-1.webp'))
  const file = await fileOf(mediaId)
  expect(file.status).toBe('DONE')
  const url = file.urls?.large ?? ''
  const whole = await follow(url)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await get(url.replace(/~[^/]+\//, ''))).statusCode).toBe(404)
  expect((await get(url, { authorization: `Bearer ${stranger.token}` })).statusCode).toBe(404)
  const saved = await follow(`${url}?download=`)
  expect([saved.status, (await saved.arrayBuffer()).byteLength]).toEqual([200, (await whole.arrayBuffer()).byteLength])
  expect(new URL(saved.url).searchParams.get('response-content-disposition')).toMatch(
    /^attachment; filename\*=.+\.webp$/,
  )
  const page = await get('/openapi.json')
  expect(page.headers['content-security-policy']).toContain(`media-src 'self' blob: ${s3.place.endpoint}`)
})

test.runIf(runsFfmpeg)(
  'a video is converted from the bucket into it; its pieces are found beside its playlist [MED-04, MED-06]',
  async () => {
    const { mediaId } = await uploadFile(app, learner, await bytesOf('media/wpt-movie_5.mp4'))
    await vi.waitFor(async () => expect((await fileOf(mediaId)).status).toBe('DONE'), {
      timeout: 30_000,
      interval: 100,
    })
    const { m3u8, mp4 } = await fileOf(mediaId)
    const main = await (await follow(m3u8 ?? '')).text()
    const rendition = new URL(main.split('\n').find(line => line.endsWith('.m3u8')) ?? '', `http://x${m3u8}`)
    const playlist = await (await follow(rendition.pathname)).text()
    const piece = new URL(/^.+\.m4s$/m.exec(playlist)?.[0] ?? '', rendition)
    expect((await follow(piece.pathname)).status).toBe(200)
    const part = await follow(mp4 ?? '', { range: 'bytes=0-9' })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    expect([...s3.files.keys()].filter(name => name.endsWith('/source'))).toEqual([])
  },
)

test('a course is imported into the bucket, watched from it and exported from it [MED-06]', async () => {
  const folder = await courseFolder(smallCourse())
  await folder.add('notes.txt', 'Notes')
  const store = openMediaStore({ dataDir: app.dataDir, s3: s3.place })
  app.clock.set('2026-12-02T10:00:00Z')
  const place = { brandId: 'kurso', today: '2026-12-01', starts: ['2026-12-01'], days: 30, emails: ['own@example.com'] }
  const { id } = await importWithCohorts(app.db, store, { file: folder.file, ...place })
  const again = await app.signIn({ email: 'other@example.com' })
  const { data } = await learner.call('GET /courses/:id', { params: { id }, expand: ['lessons'] })
  const main = data.lessons?.[0]?.local_video_file?.m3u8 ?? ''
  const session = { authorization: `Bearer ${learner.token}` }
  const { headers } = await get(main, session)
  expect(await (await fetch(String(headers['location']))).text()).toMatch(/^#EXTM3U/)
  expect((await get(main)).statusCode).toBe(404)
  expect((await get(main, { authorization: `Bearer ${again.token}` })).statusCode).toBe(404)
  const out = join(app.dataDir, 'exported')
  await exportCourse(app.db, store, { brandId: 'kurso', key: 'small', folder: out })
  expect(await readFile(join(out, 'notes.txt'), 'utf8')).toBe('Notes')
  await folder.remove()
})

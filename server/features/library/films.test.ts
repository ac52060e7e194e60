import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { insertCourse } from '#server/app/testing/course-fixture.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { runsFfmpeg } from '#server/features/media/testing/needs-ffmpeg.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'
import { insertFilm } from './testing/insert-film.ts'

let app: TestApp
let author: TestClient
beforeAll(async () => {
  app = await startTestApp({ hearsNotifications: true })
  author = await app.signIn({ role: 'author' })
})
afterAll(() => app.close())

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nTea\n'
const put = (id: number, language: string, data: string | Uint8Array) =>
  author.call('PUT /studio/library/:id/subtitles/:language', {
    params: { id, language },
    body: { data: Buffer.from(data).toString('base64') },
  })
const read = async (id: number) => (await author.call('GET /studio/library/:id', { params: { id } })).data
const fetchText = async (url: string | undefined) =>
  app.server.inject({ url: url ?? '', headers: { authorization: `Bearer ${author.token}`, 'x-app-id': 'kurso' } })

test('a film gets subtitles by language, at an address of their own each time, and they can be taken away [STF-03]', async () => {
  const film = await insertFilm(app.db)
  expect((await put(film, 'en', vtt)).data).toEqual({ cues: 1 })
  const [first] = (await read(film)).subtitles
  expect(first).toMatchObject({ language_code: 'en', name: 'English' })
  const served = await fetchText(first?.url)
  expect([served.headers['content-type'], served.body]).toEqual([
    'text/vtt; charset=utf-8',
    expect.stringContaining('Tea'),
  ])
  await put(film, 'en', vtt.replace('Tea', 'Water'))
  const { subtitles } = await read(film)
  expect(subtitles.length).toBe(1)
  expect(subtitles[0]?.url).not.toBe(first?.url)
  await expect.poll(async () => (await fetchText(subtitles[0]?.url)).body).toContain('Water')
  await put(film, 'ru', vtt)
  await author.call('DELETE /studio/library/:id/subtitles/:language', { params: { id: film, language: 'en' } })
  expect((await read(film)).subtitles.map(one => one.language_code)).toEqual(['ru'])
})

const cyrillic = Uint8Array.from([...Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), 0xd7, 0xe0, 0xe9])
test.each([
  ['ru', cyrillic, 'Чай'],
  ['en', Buffer.from(`\ufeff${vtt}`, 'utf16le'), 'Tea'],
  ['es', Uint8Array.from([...Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nEspa'), 0xf1, 0x61]), 'España'],
])('subtitles in %s are read in the encoding that they came in', async (language, bytes, text) => {
  const film = await insertFilm(app.db)
  expect((await put(film, language, bytes)).status).toBe(200)
  const [made] = (await read(film)).subtitles
  await expect.poll(async () => (await fetchText(made?.url)).body).toContain(text)
})

test('a bad file is refused with its line and reason, and what was there stays', async () => {
  const film = await insertFilm(app.db)
  await put(film, 'en', vtt)
  const refused = await put(film, 'en', 'WEBVTT\n\n00:05.000 --> 00:02.000\nTea\n')
  expect(refused).toMatchObject({
    status: 422,
    data: { code: 'subtitles_broken', errors: { data: ['Line 3: it ends before it begins'] } },
  })
  expect((await read(film)).subtitles.length).toBe(1)
  expect((await put(film, '../../x', vtt)).status).toBe(422)
  const picture = await insertFilm(app.db, { type: 2 })
  expect((await put(picture, 'en', vtt)).data.code).toBe('not_a_film')
})

test('two languages given at once both stay', async () => {
  const film = await insertFilm(app.db)
  await Promise.all(['en', 'ru', 'es'].map(language => put(film, language, vtt)))
  expect((await read(film)).subtitles.map(one => one.language_code).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'en',
    'es',
    'ru',
  ])
})

test('learners get the subtitles with the course at once, without a new version [STF-03]', async () => {
  const film = await insertFilm(app.db)
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  await app.db.query({ text: 'update courses set demo_video_id = $1 where id = $2', values: [film, course.id] })
  const languages = async () => {
    const { data } = await author.call('GET /courses/:id', { params: { id: course.id } })
    return [data.version, ...(data.demo_video?.subtitles ?? []).map(one => one.language_code)]
  }
  expect(await languages()).toEqual([1])
  await put(film, 'en', vtt)
  await expect.poll(languages).toEqual([1, 'en'])
})

test.runIf(runsFfmpeg)(
  'the picture of a film is a moment of it, a picture of the library, or its own again',
  async () => {
    const clip = await readFile(join(projectRoot, 'e2e/clips/wide.mp4'))
    const { mediaId: id } = await uploadFile(app, author, clip, {
      name: 'tea.mp4',
      type: 'video/mp4',
      purpose: 'library',
    })
    await expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe('DONE')
    const poster = (body: Record<string, number>) =>
      author.call('PUT /studio/library/:id/poster', { params: { id }, body })
    const own = (await read(id)).preview
    const frame = (await poster({ second: 2 })).data.preview
    expect(frame).not.toBe(own)
    const shown = async () => (await app.server.inject({ url: frame ?? '' })).headers['content-type']
    await expect.poll(shown).toBe('image/jpeg')
    expect(await read(id)).toMatchObject({ preview: frame, has_own_poster: false })
    expect((await poster({ second: 900 })).data.code).toBe('no_such_moment')
    expect((await poster({ picture_id: id })).data.code).toBe('no_such_picture')
    expect((await poster({})).data.preview).toBe(own)
    expect((await read(id)).has_own_poster).toBe(true)
  },
  90_000,
)

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { finishReplacement } from '#server/features/media/replace-file.ts'
import { tidyMedia } from '#server/features/media/tidy-media.ts'
import { newFileKey, openFileStore } from '#server/platform/storage/file-store.ts'
import { insertFilm } from './testing/insert-film.ts'

let app: TestApp
let author: TestClient
beforeAll(async () => {
  app = await startTestApp({ hearsNotifications: true })
  author = await app.signIn({ role: 'author' })
})
afterAll(() => app.close())

const receiving = () => ({
  database: app.db,
  store: openFileStore(mediaFolder(app.dataDir)),
  folder: join(app.dataDir, 'uploads'),
  convertLater: async () => undefined,
  onMediaChanged: () => undefined,
})
const read = async (id: number) => (await author.call('GET /studio/library/:id', { params: { id } })).data
const replace = (id: number, next: number) =>
  author.call('POST /studio/library/:id/replacement', { params: { id }, body: { file_id: next } })
const fetched = (url: string | null | undefined) =>
  app.server.inject({ url: url ?? '', headers: { authorization: `Bearer ${author.token}`, 'x-app-id': 'kurso' } })

/** A film of which `text` is stored. */
async function storedFilm(text: string, status = 'DONE') {
  const key = newFileKey()
  const file = join(app.dataDir, `film-${key}`)
  await writeFile(file, text)
  await receiving().store.move(key, 'video.mp4', file)
  return insertFilm(app.db, { key, status, name: `${text}.mp4` })
}

/** A course that shows the film. */
async function courseWith(film: number) {
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  await app.db.query({ text: 'update courses set demo_video_id = $1 where id = $2', values: [film, course.id] })
  return async () => (await author.call('GET /courses/:id', { params: { id: course.id } })).data.demo_video
}

const subtitles = (id: number) =>
  author.call('PUT /studio/library/:id/subtitles/:language', {
    params: { id, language: 'en' },
    body: { data: btoa('WEBVTT\n\n00:01.000 --> 00:02.000\nTea') },
  })

test('a new film takes the old one’s place: its id, name and subtitles stay, its address is another [STF-03]', async () => {
  const [old, next] = [await storedFilm('old'), await storedFilm('new')]
  await app.db.query({ text: 'update media set duration_ms = 3000 where id = $1', values: [next] })
  await subtitles(old)
  const shown = await courseWith(old)
  const before = await shown()
  expect((await fetched(before?.mp4)).body).toBe('old')
  expect((await replace(old, next)).status).toBe(200)
  await expect.poll(async () => (await shown())?.mp4).not.toBe(before?.mp4)
  const after = await shown()
  expect(after).toMatchObject({ id: old, duration: 3, subtitles: [{ language_code: 'en' }] })
  expect((await fetched(after?.mp4)).body).toBe('new')
  expect((await fetched(after?.subtitles[0]?.url)).body).toContain('Tea')
  // Who plays it goes on.
  expect((await fetched(before?.mp4)).body).toBe('old')
  expect(await read(old)).toMatchObject({ name: 'old.mp4', replaces_id: null })
  expect((await author.call('GET /studio/library/:id', { params: { id: next } })).status).toBe(404)
})

test('a film that could not be converted is replaced where courses show it', async () => {
  const [old, next] = [await storedFilm('broken', 'FAIL'), await storedFilm('whole')]
  const shown = await courseWith(old)
  expect((await replace(old, next)).status).toBe(200)
  await expect.poll(async () => (await fetched((await shown())?.mp4)).body).toBe('whole')
  expect(await read(old)).toMatchObject({ status: 'DONE', name: 'broken.mp4' })
})

test('the old film plays until the new one is converted, and is kept for a week more [STF-03]', async () => {
  const [old, next] = [await storedFilm('slow old'), await storedFilm('slow new', 'UPLOADED')]
  const shown = await courseWith(old)
  expect((await replace(old, next)).status).toBe(200)
  expect((await replace(old, next)).status).toBe(200)
  const before = await shown()
  expect((await fetched(before?.mp4)).body).toBe('slow old')
  expect((await read(next)).replaces_id).toBe(old)
  await app.db.query({ text: `update media set status = 'DONE' where id = $1`, values: [next] })
  await Promise.all([1, 2].map(() => finishReplacement(receiving(), next)))
  await expect.poll(async () => (await fetched((await shown())?.mp4)).body).toBe('slow new')
  const tidy = () => tidyMedia({ ...receiving(), clock: () => app.clock.now })
  await tidy()
  expect((await fetched(before?.mp4)).body).toBe('slow old')
  app.clock.now = Date.now() + 8 * 86_400_000
  await tidy()
  await expect.poll(async () => (await fetched(before?.mp4)).statusCode).toBe(404)
})

test('a replacement that a crash cut off is finished when the files are tidied', async () => {
  const [old, next] = [await storedFilm('old'), await storedFilm('new')]
  await app.db.query({
    text: `update media set replaces_id = $1, updated_at = now() - interval '2 minutes' where id = $2`,
    values: [old, next],
  })
  const shown = await courseWith(old)
  await tidyMedia({ ...receiving(), clock: () => app.clock.now })
  await expect.poll(async () => (await fetched((await shown())?.mp4)).body).toBe('new')
  expect(await read(old)).toMatchObject({ replaces_id: null })
})

test('only an unused file of the same kind takes a place', async () => {
  const film = await insertFilm(app.db)
  const used = await insertFilm(app.db)
  await courseWith(used)
  const codes = await Promise.all(
    [film, await insertFilm(app.db, { type: 2 }), await insertFilm(app.db, { status: 'FAIL' }), used, 999_999].map(
      async next => (await replace(film, next)).data.code,
    ),
  )
  const unfit = 'replacement_unfit'
  expect(codes).toEqual([unfit, unfit, unfit, 'file_used', unfit])
  const elsewhere = await insertFilm(app.db, { brandId: 'mind' })
  expect((await replace(film, elsewhere)).data.code).toBe(unfit)
  expect((await replace(elsewhere, film)).status).toBe(404)
})

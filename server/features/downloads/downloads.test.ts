import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, freeze, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { hasTool } from '#server/platform/run-tool.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { type FolderStore, newFileKey, openFileStore } from '#server/platform/storage/file-store.ts'
import type { LeaseWire } from '#shared/features/downloads/contract.ts'
import { leaseText, rangeBytes } from '#shared/features/downloads/rules.ts'
import { measureItem } from './measure-item.ts'

let app: TestApp
let store: FolderStore
let course: CourseFixture
let learner: TestClient
let work: string

const now = '2026-12-02T10:00:00Z'
const demoFilms = join(projectRoot, 'demo/courses/morning-practice/video')

beforeAll(async () => {
  app = await startTestApp()
  store = openFileStore(mediaFolder(app.dataDir))
  work = await mkdtemp(join(tmpdir(), 'kurso-downloads-'))
  course = await insertCourse(app.db, { stages: [{ days: [{}, { isDemoAccessible: true }, {}] }] })
})
afterAll(async () => {
  await app.close()
  await rm(work, { recursive: true, force: true })
})
beforeEach(async () => {
  app.clock.set(now)
  learner = await app.signIn()
})

/** Courses are remembered by their version. */
const changed = () => app.db.query({ text: 'update courses set version = version + 1' })

async function insertMedia(type: number, files: Record<string, unknown>, contents: Record<string, Buffer>) {
  const key = newFileKey()
  for (const [path, content] of Object.entries(contents)) {
    const file = join(work, 'part')
    await writeFile(file, content)
    await store.move(key, path, file)
  }
  const { rows } = await app.db.query<{ id: number }>({
    text: `insert into media (key, type, name, mime, files) values ($1, $2, 'item', 'x/y', $3) returning id`,
    values: [key, type, files],
  })
  await changed()
  return { id: rows[0]?.id ?? 0, key }
}

/** Puts an item into a slot of a day's first lesson. */
async function show(dayIndex: number, mediaId: number, slot = 'video_id') {
  await app.db.query({
    text: `update course_lessons set ${slot} = $1
           where id = (select lesson_id from course_lesson_set_lessons where id = $2)`,
    values: [mediaId, course.days[dayIndex]?.lessonIds[0]],
  })
  await changed()
}

async function filmOn(dayIndex: number, content = randomBytes(50)) {
  const film = await insertMedia(1, { mp4: 'video.mp4' }, { 'video.mp4': content })
  await show(dayIndex, film.id)
  return film
}

async function measure(mediaId: number, hasFfmpeg = false) {
  const log = { warn: () => {} }
  const measuring = { database: app.db, store, folder: work, log, hasFfmpeg: async () => hasFfmpeg }
  await measureItem(measuring, mediaId, new AbortController().signal)
}

const manifestOf = (stream: number, query = {}, client = learner) =>
  client.call('GET /user-course-streams/:id/downloads', { params: { id: stream }, query })
const leaseOf = (stream: number, ids: number[], client = learner) =>
  client.call('POST /user-course-streams/:id/downloads/lease', { params: { id: stream }, body: { file_ids: ids } })
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

function isSigned(lease: LeaseWire): boolean {
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...lease.key }, format: 'jwk' })
  const signature = Buffer.from(lease.signature, 'base64url')
  return verify('sha256', Buffer.from(leaseText(lease)), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

test('each file comes with its size and a hash for every 8 MiB, measured once [OFF-09]', async () => {
  const content = randomBytes(2 * rangeBytes + 100)
  const film = await insertMedia(1, { mp4: 'video.mp4' }, { 'video.mp4': content })
  await show(0, film.id)
  const stream = await enrol(app.db, course, learner.userId)
  const asked = async () => (await manifestOf(stream)).data.items.find(item => item.id === film.id)
  expect(await asked()).toMatchObject({ state: 'preparing', files: [] })
  await measure(film.id)
  const hashes = [0, 1, 2].map(index => sha256(content.subarray(index * rangeBytes, (index + 1) * rangeBytes)))
  const files = [{ purpose: 'full', url: `/media/${film.key}/video.mp4`, bytes: content.length, hashes }]
  expect(await asked()).toMatchObject({ state: 'ready', kind: 'video', files })
  await writeFile(join(store.folder, film.key, 'video.mp4'), 'changed')
  await measure(film.id)
  expect(await asked()).toMatchObject({ files })
})

test('a film whose files were replaced is measured again, and what has not changed is not read twice [OFF-09]', async () => {
  const film = await insertMedia(1, { mp4: 'video.mp4' }, { 'video.mp4': randomBytes(9), 'en.vtt': randomBytes(5) })
  await show(0, film.id)
  const stream = await enrol(app.db, course, learner.userId)
  await measure(film.id)
  await writeFile(join(store.folder, film.key, 'video.mp4'), 'unread')
  const files = { mp4: 'video.mp4', subtitles: [{ language: 'en', name: 'English', path: 'en.vtt' }] }
  await app.db.query({ text: 'update media set files = $2 where id = $1', values: [film.id, files] })
  await changed()
  const asked = async () => (await manifestOf(stream)).data.items.find(item => item.id === film.id)
  expect(await asked()).toMatchObject({ state: 'preparing' })
  await measure(film.id)
  expect((await asked())?.files.map(({ purpose, bytes }) => [purpose, bytes])).toEqual([
    ['full', 9],
    ['beside', 5],
  ])
})

test('an empty film has no range, a film without files is not converted yet [OFF-09, MED-04]', async () => {
  const empty = await insertMedia(1, { mp4: 'video.mp4' }, { 'video.mp4': Buffer.alloc(0) })
  const waiting = await insertMedia(1, {}, {})
  await show(0, empty.id)
  await show(0, waiting.id, 'description_video_id')
  await measure(empty.id)
  const stream = await enrol(app.db, course, learner.userId)
  const { items } = (await manifestOf(stream)).data
  expect(items.find(item => item.id === empty.id)?.files).toMatchObject([{ bytes: 0, hashes: [] }])
  expect(items.find(item => item.id === waiting.id)).toMatchObject({ state: 'unconverted', files: [] })
})

test.runIf(await hasTool('ffmpeg'))(
  'a film has its smallest picture and its sound beside it, both lighter [OFF-11]',
  async () => {
    const contents: Record<string, Buffer> = { 'video.mp4': await readFile(join(demoFilms, 'shoulders.mp4')) }
    const folder = join(demoFilms, 'shoulders')
    for (const name of await readdir(folder)) contents[`hls/${name}`] = await readFile(join(folder, name))
    const film = await insertMedia(1, { mp4: 'video.mp4', hls: 'hls/master.m3u8' }, contents)
    await show(0, film.id)
    await measure(film.id, true)
    const stream = await enrol(app.db, course, learner.userId)
    const files = (await manifestOf(stream)).data.items.find(item => item.id === film.id)?.files ?? []
    const [full = 0, small = 0, sound = 0] = ['full', 'small', 'sound'].map(
      wanted => files.find(({ purpose }) => purpose === wanted)?.bytes ?? 0,
    )
    expect(sound).toBeGreaterThan(0)
    expect(small).toBeGreaterThan(sound)
    expect(full).toBeGreaterThan(small)
    for (const { url, bytes } of files) {
      const answer = await app.server.inject({
        url,
        headers: { authorization: `Bearer ${learner.token}`, range: 'bytes=0-9' },
      })
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, `bytes 0-9/${bytes}`])
    }
    const stranger = await app.signIn()
    const url = files.find(({ purpose }) => purpose === 'small')?.url ?? ''
    const refused = await app.server.inject({ url, headers: { authorization: `Bearer ${stranger.token}` } })
    expect(refused.statusCode).toBe(404)
  },
)

test('a film whose file is lost is said to be missing, looked for at each list, and comes once it is back [OFF-02]', async () => {
  const film = await insertMedia(1, { mp4: 'video.mp4', poster: 'poster.jpg' }, { 'poster.jpg': randomBytes(4) })
  await show(0, film.id)
  const stream = await enrol(app.db, course, learner.userId)
  await measure(film.id, true)
  const asked = async () => (await manifestOf(stream)).data.items.find(item => item.id === film.id)
  expect(await asked()).toMatchObject({ state: 'missing', files: [] })
  await writeFile(join(store.folder, film.key, 'video.mp4'), 'back')
  await measure(film.id)
  expect(await asked()).toMatchObject({ state: 'ready', files: [{ purpose: 'full', bytes: 4 }, { purpose: 'beside' }] })
})

test.runIf(await hasTool('ffmpeg')).each([
  ['a playlist', 'hls/master.m3u8'],
  ['a piece', /\.(ts|m4s|mp4)$/],
  ['a playlist that is none', 'none'],
] as const)('a film that has lost %s of its smaller picture is offered as it is [OFF-02]', async (_what, lost) => {
  const contents: Record<string, Buffer> = { 'video.mp4': await readFile(join(demoFilms, 'shoulders.mp4')) }
  const folder = join(demoFilms, 'shoulders')
  for (const name of await readdir(folder))
    if (typeof lost === 'string' ? `hls/${name}` !== lost : !lost.test(name))
      contents[`hls/${name}`] =
        lost === 'none' && /[^r]\.m3u8$/.test(name) ? Buffer.from('gone') : await readFile(join(folder, name))
  const film = await insertMedia(1, { mp4: 'video.mp4', hls: 'hls/master.m3u8' }, contents)
  await show(0, film.id)
  await measure(film.id, true)
  const stream = await enrol(app.db, course, learner.userId)
  const item = (await manifestOf(stream)).data.items.find(one => one.id === film.id)
  expect(item?.state).toBe('ready')
  expect(item?.files.map(({ purpose }) => purpose)).toEqual(['full', 'sound'])
})

test('only what may be watched is offered: open days, of a day or a lesson alone where asked [OFF-06]', async () => {
  const films = [await filmOn(0), await filmOn(1), await filmOn(2)]
  const stream = await enrol(app.db, course, learner.userId)
  const ids = async (query = {}) => (await manifestOf(stream, query)).data.items.map(({ id }) => id)
  const [first, second, third] = films.map(({ id }) => id)
  const known = await ids()
  expect([first, second, third].map(id => known.includes(id ?? 0))).toEqual([true, true, false])
  expect(await ids({ day_id: course.days[1]?.id })).toEqual([second])
  const { lesson_ids: [lesson] = [] } = (await manifestOf(stream)).data.items.find(({ id }) => id === second) ?? {}
  expect(await ids({ lesson_id: lesson })).toEqual([second])
  const { days } = (await manifestOf(stream)).data
  expect(days.map(({ day_number, is_finished }) => [day_number, is_finished])).toEqual([
    [1, false],
    [2, false],
  ])
})

test('documents of the course come with it', async () => {
  const document = await insertMedia(4, { original: 'plan.pdf' }, { 'plan.pdf': randomBytes(12) })
  await app.db.query({
    text: `insert into course_documents (course_id, key, sort, texts, media_id) values ($1, 'plan', 1, $3, $2)`,
    values: [course.id, document.id, { en: { title: 'Plan' } }],
  })
  await changed()
  await measure(document.id)
  const stream = await enrol(app.db, course, learner.userId)
  const item = (await manifestOf(stream)).data.items.find(({ id }) => id === document.id)
  expect(item).toMatchObject({ kind: 'document', title: 'Plan', files: [{ purpose: 'beside', bytes: 12 }] })
})

test('not signed in, and of somebody else’s stream, there is neither list nor lease [OFF-06]', async () => {
  const stream = await enrol(app.db, course, learner.userId)
  const other = await app.signIn()
  for (const ask of [manifestOf, leaseOf]) {
    expect((await ask(stream, [], app.visitor)).status).toBe(401)
    expect((await ask(stream, [], other)).status).toBe(404)
  }
})

test('a school and a demo course can keep lessons on line [OFF-06]', async () => {
  const film = await filmOn(1)
  const elsewhere = await insertCourse(app.db, { brandId: 'web', stages: [{ days: [{}] }] })
  const client = await app.signIn({ brandId: 'web' })
  const stream = await enrol(app.db, elsewhere, client.userId)
  const ask = { params: { id: stream }, appId: 'web' }
  const refused = await client.call('GET /user-course-streams/:id/downloads', ask)
  expect(refused.data).toMatchObject({ code: 'downloads_off' })
  const demo = await enrol(app.db, course, learner.userId, { isDemo: true })
  expect((await manifestOf(demo)).data.items.map(({ id }) => id)).toContain(film.id)
  await app.db.query({
    text: 'update courses set is_demo_offline_mode_accessible = false where id = $1',
    values: [course.id],
  })
  await changed()
  expect((await manifestOf(demo)).data).toMatchObject({ code: 'downloads_off' })
  expect((await leaseOf(demo, [film.id])).status).toBe(403)
  await app.db.query({
    text: 'update courses set is_demo_offline_mode_accessible = true where id = $1',
    values: [course.id],
  })
  await changed()
})

test('a lease is signed, for a week, and only for what the learner may watch [OFF-10]', async () => {
  const [open, locked] = [await filmOn(0), await filmOn(2)]
  const stream = await enrol(app.db, course, learner.userId)
  const { data: lease } = await leaseOf(stream, [locked.id, open.id, open.id, 999_999])
  const seconds = Date.parse(now) / 1000
  expect(lease).toMatchObject({ user_id: learner.userId, stream_id: stream, files: [open.id] })
  expect([lease.server_time, lease.until]).toEqual([seconds, seconds + 7 * 86_400])
  expect(isSigned(lease)).toBe(true)
  expect(isSigned({ ...lease, until: lease.until + 1 })).toBe(false)
  expect(isSigned({ ...lease, files: [...lease.files, locked.id] })).toBe(false)
  expect((await leaseOf(stream, [open.id])).data.key).toEqual(lease.key)
})

test('a lease ends with the access: before a freeze, with the last day, at once when staff stop it [OFF-10]', async () => {
  const film = await filmOn(0)
  const stream = await enrol(app.db, course, learner.userId)
  const untilAt = async (at: string) => {
    app.clock.set(at)
    const { data } = await leaseOf(stream, [film.id])
    return [new Date(data.until * 1000).toISOString(), data.files.length]
  }
  expect(await untilAt('2026-12-30T10:00:00Z')).toEqual(['2026-12-31T23:59:59.000Z', 1])
  await freeze(app.db, stream, '2026-12-05', '2026-12-06')
  expect(await untilAt('2026-12-02T10:00:00Z')).toEqual(['2026-12-04T23:59:59.000Z', 1])
  expect(await untilAt('2026-12-05T10:00:00Z')).toEqual(['2026-12-05T10:00:00.000Z', 0])
  await app.db.query({ text: 'update user_streams set stopped_at = now() where id = $1', values: [stream] })
  expect(await untilAt('2026-12-08T10:00:00Z')).toEqual(['2026-12-08T10:00:00.000Z', 0])
})

test('two servers that need the key at once have the same one [OFF-10]', async () => {
  const { loadLeaseKey } = await import('./lease.ts')
  await app.db.query({ text: 'delete from download_keys' })
  const keys = await Promise.all([loadLeaseKey(app.db), loadLeaseKey(app.db)])
  expect(keys[0]?.shown).toEqual(keys[1]?.shown)
})

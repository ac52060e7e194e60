import { copyFile, readFile, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { refreshSessionsOf } from '#server/features/accounts/sessions/sessions.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { convertVideo } from '../convert/convert-video.ts'
import { beginUpload, sendPart, uploadFile } from '../testing/send-file.ts'
import { tidyMedia } from '../tidy-media.ts'

let app: TestApp
let owner: TestClient
let stranger: TestClient
let expert: TestClient
let photo: Buffer
let mediaId = 0
let address = ''
let chatId = 0
const noon = '2026-12-02T12:30:00Z'

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(noon)
  ;[owner, stranger, expert] = await Promise.all([app.signIn(), app.signIn(), app.signIn({ role: 'expert' })])
  photo = await readFile(join(sharedDataFolder, 'uploads/images/pil-exif_gps.jpg'))
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  await enrol(app.db, course, owner.userId)
  chatId = await idOf('select id from chats')
  mediaId = (await uploadFile(app, owner, photo)).mediaId
  address = await addressNow()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(noon))

async function idOf(text: string, values: unknown[] = []): Promise<number> {
  return (await app.db.query<{ id: number }>({ text, values })).rows[0]?.id ?? 0
}
const addressNow = async () => (await owner.call('GET /media-files/:id', { params: { id: mediaId } })).data.url ?? ''
const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers })
const status = async (url: string, headers?: Record<string, string>) => (await get(url, headers)).statusCode
const bearer = ({ token }: TestClient) => ({ authorization: `Bearer ${token}` })
const unsigned = () => address.replace(/~[^/]+\//, '')

/** A message of the owner's with the file. */
async function sendInChat(media: number, number: number) {
  const message = await idOf(
    `insert into chat_messages (chat_id, number, author_id, is_expert, client_key) values ($1, $2, $3, false, $4)
     returning id`,
    [chatId, number, owner.userId, `key-${number}`],
  )
  const values = [message, media]
  await app.db.query({ text: 'insert into chat_message_files (message_id, media_id, sort) values ($1, $2, 0)', values })
}

test('with ?download a file is saved under its own name, for the same people only [MED-07]', async () => {
  const shown = await get(address)
  expect(shown.headers['content-disposition']).toBeUndefined()
  const saved = await get(`${address}?download=`)
  expect([saved.statusCode, saved.rawPayload.equals(shown.rawPayload)]).toEqual([200, true])
  expect(saved.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+\.webp$/)
  expect(await status(`${unsigned()}?download=`)).toBe(404)
  expect(await status(`${address}?download=`, bearer(stranger))).toBe(404)
})

test('a signed address opens a private file until it expires, and is the same for hours [MED-06]', async () => {
  expect(await status(address)).toBe(200)
  app.clock.now += 2 * 3600_000
  expect(await addressNow()).toBe(address)
  app.clock.set(noon)
  app.clock.now += 6 * 3600_000
  expect(await addressNow()).not.toBe(address)
  expect(await status(address)).toBe(200)
  app.clock.now += 6 * 3600_000
  expect(await status(address)).toBe(404)
  expect(await status(address, bearer(owner))).toBe(200)
})

test('no other address opens it: unsigned, expired, of another file, truncated or altered [MED-06, SEC-02]', async () => {
  const other = await uploadFile(app, stranger, photo)
  const { data } = await stranger.call('GET /media-files/:id', { params: { id: other.mediaId } })
  const signature = /~[^/]+/.exec(data.url ?? '')?.[0] ?? ''
  const wrong = [
    unsigned(),
    address.replace(/~[^/]+/, signature),
    address.replace(/~\d+/, found => `~${Number(found.slice(1)) + 21_600}`),
    address.replace(/-[\w-]{22}\//, '-AAAAAAAAAAAAAAAAAAAAAA/'),
    address.replace(/~\d+-/, '~'),
    address.replace(/[^/]+$/, 'source'),
    address.replace(/[^/]+$/, '..%2flarge.webp'),
  ]
  for (const url of wrong) expect([url, await status(url)]).toEqual([url, 404])
})

test('a session without access is refused, signed address or not; the owner gets in, also by cookie [SEC-02]', async () => {
  for (const url of [address, unsigned()]) {
    expect(await status(url, bearer(stranger))).toBe(404)
    expect(await status(url, { cookie: `token=${stranger.token}` })).toBe(404)
    expect(await status(url, { cookie: `locale=en; staff_token=${expert.token}` })).toBe(404)
    expect(await status(url, bearer(owner))).toBe(200)
    expect(await status(url, { cookie: `staff_token=${expert.token}; token=${owner.token}` })).toBe(200)
  }
  expect(await status(address, { cookie: 'token=long-gone' })).toBe(200)
  expect(await status(unsigned(), { cookie: 'token=long-gone' })).toBe(404)
})

test('an expert who becomes a learner opens no file of a chat from that moment on', async () => {
  const { mediaId: sent } = await uploadFile(app, owner, photo)
  const { data } = await owner.call('GET /media-files/:id', { params: { id: sent } })
  const url = (data.url ?? '').replace(/~[^/]+\//, '')
  await sendInChat(sent, 50)
  const leaving = await app.signIn({ role: 'expert' })
  expect(await status(url, bearer(leaving))).toBe(200)
  await app.db.query({ text: `update users set role = 'learner' where id = $1`, values: [leaving.userId] })
  await refreshSessionsOf(app.db, leaving.userId)
  expect(await status(url, bearer(leaving))).toBe(404)
  expect(await status(url, bearer(owner))).toBe(200)
})

test('a file in a chat is visible to its participants and can no longer be removed [SEC-02]', async () => {
  const { mediaId: sent } = await uploadFile(app, owner, photo)
  const { data } = await owner.call('GET /media-files/:id', { params: { id: sent } })
  const url = (data.url ?? '').replace(/~[^/]+\//, '')
  expect(await status(url, bearer(expert))).toBe(404)
  await sendInChat(sent, 1)
  const again = await app.signIn({ role: 'expert' })
  expect(await status(url, { cookie: `staff_token=${again.token}` })).toBe(200)
  const elsewhere = await app.signIn({ role: 'expert', brandId: 'face' })
  expect(await status(url, bearer(elsewhere))).toBe(404)
  expect(await status(url, bearer(stranger))).toBe(404)
  const refused = await owner.call('DELETE /media-files/:id', { params: { id: sent } })
  expect([refused.status, refused.data.code]).toEqual([409, 'file_in_use'])
})

test('a removed file no longer opens, and tidying deletes it from the store [MED-03]', async () => {
  const { mediaId: id } = await uploadFile(app, owner, photo)
  const { data } = await owner.call('GET /media-files/:id', { params: { id } })
  const [, , key = ''] = (data.url ?? '').split('/')
  expect((await stranger.call('DELETE /media-files/:id', { params: { id } })).status).toBe(404)
  expect((await owner.call('DELETE /media-files/:id', { params: { id } })).status).toBe(200)
  expect(await status(data.url ?? '')).toBe(404)
  expect(await readdir(join(app.dataDir, 'media'))).toContain(key)
  await tidy()
  expect(await readdir(join(app.dataDir, 'media'))).not.toContain(key)
})

test('uploads unused for seven days are removed, sent ones are kept [MED-03]', async () => {
  const kept = (await uploadFile(app, owner, photo)).mediaId
  await sendInChat(kept, 2)
  const forgotten = (await uploadFile(app, owner, photo)).mediaId
  const { mediaId: unfinished, location } = await beginUpload(app, owner, 5000)
  await sendPart(app, owner, location, 0, photo.subarray(0, 1000))
  await age([kept, forgotten, unfinished], '6 days 23 hours')
  await tidy()
  expect(await left([kept, forgotten, unfinished])).toEqual([kept, forgotten, unfinished])
  await age([kept, forgotten, unfinished], '7 days 1 hour')
  await tidy()
  expect(await left([kept, forgotten, unfinished])).toEqual([kept])
  const names = await readdir(join(app.dataDir, 'uploads'))
  expect(names.filter(name => name.startsWith(location.split('/').at(-1) ?? ''))).toEqual([])
})

test('a video that waits too long is queued again, and ends as FAIL after two days [MED-04, REL-01]', async () => {
  const { mediaId: id } = await uploadFile(app, owner, photo)
  const waiting = `update media set status = 'UPLOADED', created_at = to_timestamp($2) where id = $1`
  await app.db.query({ text: waiting, values: [id, app.clock.now / 1000] })
  const again: number[] = []
  const convertLater = async (_tx: unknown, given: number) => void again.push(given)
  await age([id], '50 minutes')
  await tidy(convertLater)
  expect(again).toEqual([])
  await age([id], '2 hours')
  await tidy(convertLater)
  expect(again).toEqual([id])
  await app.db.query({
    text: `update media set created_at = to_timestamp($2) - interval '6 days' where id = $1`,
    values: [id, app.clock.now / 1000],
  })
  await tidy(convertLater)
  expect([again, changed]).toEqual([[id, id], []])
  await age([id], '2 days 1 hour')
  const folder = join(app.dataDir, 'media', await keyOf(id))
  await writeFile(join(folder, 'source'), 'what it was to be made of')
  await tidy(convertLater)
  expect(changed).toEqual([id])
  expect(await readdir(folder)).not.toContain('source')
  const { data } = await owner.call('GET /media-files/:id', { params: { id } })
  expect([data.status, data.failure]).toEqual(['FAIL', 'file_broken'])
})

test('a video cancelled during conversion leaves nothing in the store [MED-03, MED-04]', async () => {
  const { mediaId: id } = await uploadFile(app, owner, photo)
  const key = await keyOf(id)
  const folder = join(app.dataDir, 'media', key)
  await copyFile(join(sharedDataFolder, 'media/wpt-movie_5.mp4'), join(folder, 'source'))
  await app.db.query({ text: `update media set status = 'UPLOADED' where id = $1`, values: [id] })
  const cancel = async () => {
    expect((await owner.call('DELETE /media-files/:id', { params: { id } })).status).toBe(200)
    return false
  }
  const onMediaChanged = () => undefined
  await convertVideo(
    { ...places(), database: app.db, clock: () => app.clock.now, onMediaChanged, hasFfmpeg: cancel },
    id,
  )
  expect(await readdir(join(app.dataDir, 'media'))).not.toContain(key)
})

test('what crashed nodes left behind is removed, what may still continue is kept [MED-03, REL-01]', async () => {
  const ages = {
    'form-left': 25,
    'convert-new': 23,
    abcdefghijklmnopqrstuv: 9 * 24,
    'stuvwxyzabcdefghijklmn.json': 7 * 24,
  }
  for (const [name, hours] of Object.entries(ages)) {
    await writeFile(join(app.dataDir, 'uploads', name), 'x')
    const at = app.clock.now / 1000 - hours * 3600
    await utimes(join(app.dataDir, 'uploads', name), at, at)
  }
  await tidy()
  const names = await readdir(join(app.dataDir, 'uploads'))
  expect(names.filter(name => name in ages).sort()).toEqual(['convert-new', 'stuvwxyzabcdefghijklmn.json'])
})

const age = (ids: number[], interval: string) =>
  app.db.query({
    text: 'update media set updated_at = to_timestamp($3) - $2::interval where id = any($1)',
    values: [ids, interval, app.clock.now / 1000],
  })

async function left(ids: number[]): Promise<number[]> {
  const { rows } = await app.db.query<{ id: number }>({
    text: 'select id from media where id = any($1) order by id',
    values: [ids],
  })
  return rows.map(({ id }) => id)
}

const keyOf = async (id: number) =>
  (await app.db.query<{ key: string }>({ text: 'select key from media where id = $1', values: [id] })).rows[0]?.key ??
  ''
const places = () => ({
  store: openFileStore(join(app.dataDir, 'media')),
  folder: join(app.dataDir, 'uploads'),
})
const changed: number[] = []
const nothingToConvert = () => Promise.reject(new Error('There is nothing to convert'))
const tidy = (convertLater: (tx: unknown, mediaId: number) => Promise<void> = nothingToConvert) =>
  tidyMedia({
    ...places(),
    database: app.db,
    clock: () => app.clock.now,
    convertLater,
    onMediaChanged: id => changed.push(id),
  })

import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { newFileKey } from '#server/platform/storage/file-store.ts'
import { sendPart, uploadFile, beginUpload } from '#server/features/media/testing/send-file.ts'
import { insertFilm } from './testing/insert-film.ts'

let app: TestApp
let author: TestClient
beforeAll(async () => {
  app = await startTestApp()
  author = await app.signIn({ role: 'author' })
})
afterAll(() => app.close())

const list = async (query: Record<string, unknown> = {}) => (await author.call('GET /studio/library', { query })).data
const of = (id: number) => ({ params: { id } })
const pdf = Buffer.from(`%PDF-1.4\n${' '.repeat(500)}\n%%EOF`)

/** A draft of a new course whose cover or film is the file. */
async function draftWith(content: object) {
  const id = crypto.randomUUID()
  const { data } = await author.call('POST /studio/courses', { body: { id, title: 'Tea', language: 'en' } })
  const { data: draft } = await author.call('GET /studio/courses/:id/draft', of(data.id))
  const root = draft.parts.find(part => part.parent_id === null)
  const take = () =>
    author.call('PATCH /studio/courses/:id/draft/parts/:part', {
      params: { id: data.id, part: root?.id ?? '' },
      body: { revision: root?.revision ?? 0, content },
    })
  return { courseId: data.id, take }
}

test('a file sent for the library is the school’s once it has arrived, and another author sees it', async () => {
  const sent = await uploadFile(app, author, pdf, { name: 'plan.pdf', type: 'application/pdf', purpose: 'library' })
  expect(sent.answer.statusCode).toBe(204)
  const other = await app.signIn({ role: 'author' })
  const { data } = await other.call('GET /studio/library/:id', of(sent.mediaId))
  expect(data).toMatchObject({ name: 'plan.pdf', kind: 'document', bytes: pdf.length, status: 'DONE', uses: [] })
  const { rows } = await app.db.query({
    text: 'select owner_id, is_private, brand_id from media where id = $1',
    values: [sent.mediaId],
  })
  expect(rows).toEqual([{ owner_id: null, is_private: false, brand_id: 'kurso' }])
})

test('the last part sent again after a lost answer is the same file [STF-03]', async () => {
  const begun = await beginUpload(app, author, pdf.length, { name: 'again.pdf', purpose: 'library' })
  for (const status of [204, 409]) {
    const answer = await sendPart(app, author, begun.location, 0, pdf)
    expect(answer.statusCode).toBe(status)
  }
  const asked = await app.server.inject({ method: 'HEAD', url: begun.location, headers: tus() })
  expect([asked.statusCode, asked.headers['upload-offset']]).toEqual([200, String(pdf.length)])
  expect((await list({ search: ' AGAIN ' })).map(({ id }) => id)).toEqual([begun.mediaId])
})
const tus = () => ({ authorization: `Bearer ${author.token}`, 'x-app-id': 'kurso', 'tus-resumable': '1.0.0' })

test.each([
  ['page.html', '<!doctype html><script>alert(1)</script>'.padEnd(600)],
  ['page.pdf', '<!doctype html><script>alert(1)</script>'.padEnd(600)],
  ['tool.docm', `PK\x03\x04${' '.repeat(600)}`],
])('%s is refused with its reason, and is in nobody’s library', async (name, text) => {
  const sent = await uploadFile(app, author, Buffer.from(text), { name, purpose: 'library' })
  expect([sent.answer.statusCode, sent.answer.body]).toEqual([422, expect.stringContaining('not_for_library')])
  expect((await list({ search: name })).length).toBe(0)
})

test('a document that is too large is refused with its first part', async () => {
  const begun = await beginUpload(app, author, 100_000_001, { name: 'book.pdf', purpose: 'library' })
  const answer = await sendPart(app, author, begun.location, 0, pdf)
  expect([answer.statusCode, answer.body]).toEqual([413, expect.stringContaining('document_too_large')])
})

test('a film that is being converted says how far it is [STF-03]', async () => {
  const film = await insertFilm(app.db, { name: 'Steeping.mp4', status: 'UPLOADED' })
  await app.db.query({ text: 'update media set progress = 40 where id = $1', values: [film] })
  expect(await list({ search: 'steeping' })).toMatchObject([{ id: film, status: 'UPLOADED', progress: 40 }])
})

test('a file that is still on its way is not deleted by others', async () => {
  const begun = await beginUpload(app, author, 1000, { name: 'slow.pdf', purpose: 'library' })
  expect((await list({ search: 'slow' })).map(({ status }) => status)).toEqual(['NOT_UPLOADED'])
  const refused = await author.call('DELETE /studio/library/:id', of(begun.mediaId))
  expect(refused).toMatchObject({ status: 409, data: { code: 'file_arriving' } })
})

test('a learner’s file is their own whatever it says of its purpose', async () => {
  const learner = await app.signIn()
  const sent = await uploadFile(app, learner, pdf, { name: 'mine.pdf', purpose: 'library' })
  expect(sent.answer.statusCode).toBe(422)
  expect(await list({ search: 'mine' })).toEqual([])
})

test('files are found by name, kind, state and use, page by page, those of another school never', async () => {
  const film = await insertFilm(app.db, { name: 'Boiling water.mp4' })
  const failed = await insertFilm(app.db, { name: 'Boiling milk.mp4', status: 'FAIL' })
  const picture = await insertFilm(app.db, { name: 'boiling.webp', type: 2 })
  await insertFilm(app.db, { name: 'Boiling of others.mp4', brandId: 'mind' })
  await insertCourse(app.db, { stages: [{ days: [{}] }] }).then(course =>
    app.db.query({ text: 'update courses set demo_video_id = $1 where id = $2', values: [film, course.id] }),
  )
  const found = async (query: Record<string, unknown>) =>
    (await list({ search: 'boiling', ...query })).map(({ id }) => id)
  expect(await found({})).toEqual([picture, failed, film])
  expect(await found({ kind: 'image' })).toEqual([picture])
  expect(await found({ state: 'failed' })).toEqual([failed])
  expect(await found({ use: 'unused' })).toEqual([picture, failed])
  expect(await found({ page: 2, 'per-page': 2 })).toEqual([film])
  expect(await found({ page: 9 })).toEqual([])
  const { headers } = await author.call('GET /studio/library', { query: { search: 'boiling', page: 9 } })
  expect(headers['x-pagination-total-count']).toBe('3')
  expect(await found({ search: '100%_' })).toEqual([])
})

test('what a course shows, a draft has taken or an earlier version had is not deleted, and the answer says where', async () => {
  const film = await insertFilm(app.db)
  const { take, courseId } = await draftWith({ demoVideo: film })
  expect((await take()).status).toBe(200)
  const refused = await author.call('DELETE /studio/library/:id', of(film))
  expect(refused).toMatchObject({ status: 409, data: { code: 'file_used' } })
  expect(JSON.stringify(refused.data)).toContain('Used in «Tea»')
  const { data } = await author.call('GET /studio/library/:id', of(film))
  expect(data.uses).toEqual([
    { course_id: courseId, course: 'Tea', place: 'draft', part: 'course', title: '', part_id: expect.any(String) },
  ])
  await author.call('POST /studio/courses/:id/draft/discard', { ...of(courseId), body: { revision: 1 } })
  expect((await author.call('DELETE /studio/library/:id', of(film))).status).toBe(200)
  expect((await author.call('GET /studio/library/:id', of(film))).status).toBe(404)
})

test('a file that only an earlier version had is kept, and is shown as used there', async () => {
  const film = await insertFilm(app.db)
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  const set = (id: number | null) =>
    app.db.query({ text: 'update courses set demo_video_id = $1 where id = $2', values: [id, course.id] })
  await set(film)
  await app.db.query({
    text: `insert into course_versions (course_id, number, content, content_hash, source, effects)
      select id, 90, course_content(id), 'x', '{}', '{}' from courses where id = $1`,
    values: [course.id],
  })
  await set(null)
  await app.db.query({ text: 'update courses set version = 91 where id = $1', values: [course.id] })
  const { data } = await author.call('GET /studio/library/:id', of(film))
  expect(data.uses).toMatchObject([{ course_id: course.id, place: 'archived', part: 'course' }])
  expect((await author.call('DELETE /studio/library/:id', of(film))).status).toBe(409)
})

test('of a deletion and a draft that takes the file at the same moment, one gives way', async () => {
  for (let round = 0; round < 12; round += 1) {
    const film = await insertFilm(app.db)
    const { take } = await draftWith({ demoVideo: film })
    const [deleted, taken] = await Promise.all([author.call('DELETE /studio/library/:id', of(film)), take()])
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([deleted.status, taken.status])
  }
})

test('a film is given a name; an empty one is refused at its field', async () => {
  const film = await insertFilm(app.db)
  const name = (text: string) => author.call('PATCH /studio/library/:id', { ...of(film), body: { name: text } })
  expect((await name('  Tea, day 1  ')).data).toEqual({ name: 'Tea, day 1' })
  expect(await name('   ')).toMatchObject({ status: 422, data: { errors: { name: [expect.any(String)] } } })
})

test('another school’s file is nobody’s here', async () => {
  const film = await insertFilm(app.db, { brandId: 'mind' })
  const answers = await Promise.all([
    author.call('GET /studio/library/:id', of(film)),
    author.call('DELETE /studio/library/:id', of(film)),
    author.call('PATCH /studio/library/:id', { ...of(film), body: { name: 'Mine' } }),
    author.call('POST /studio/library/:id/retry', of(film)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('the weight of all files is that of the brand’s own', async () => {
  const weigh = async () => (await author.call('GET /studio/library-storage')).data
  const before = await weigh()
  await insertFilm(app.db)
  await insertFilm(app.db, { brandId: 'mind' })
  expect(await weigh()).toEqual({
    files: before.files + 1,
    originals: before.originals + 10,
    made: before.made + 20,
  })
})

test('a film that failed is converted again where its original is still there', async () => {
  const film = await insertFilm(app.db, { status: 'FAIL', key: newFileKey() })
  const again = await author.call('POST /studio/library/:id/retry', of(film))
  expect(again).toMatchObject({ status: 409, data: { code: 'file_not_kept' } })
})

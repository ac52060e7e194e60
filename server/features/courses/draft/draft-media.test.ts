import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'

let app: TestApp
let author: TestClient
let courseId: number
let root: string

beforeAll(async () => {
  app = await startTestApp()
  author = await app.signIn({ role: 'author' })
  const body = { id: randomUUID(), title: 'Tea', language: 'en' as const }
  courseId = (await author.call('POST /studio/courses', { body })).data.id
  const { parts } = (await author.call('GET /studio/courses/:id/draft', { params: { id: courseId } })).data
  root = parts.find(({ kind }) => kind === 'course')?.id ?? ''
})
afterAll(() => app.close())

/** An upload of `ownerId` as it is when all its bytes have come. */
async function upload(ownerId: number, { type = 2, status = 'DONE', brandId = 'kurso' } = {}): Promise<number> {
  const { rows } = await app.db.query<{ id: number }>({
    text: `insert into media (key, type, name, mime, files, owner_id, brand_id, is_private, status, updated_at)
      values ($1, $2, 'cup', '', '{"large": "large.webp"}', $3, $4, true, $5, now() - interval '1 year') returning id`,
    values: [randomUUID(), type, ownerId, brandId, status],
  })
  return rows[0]?.id ?? 0
}

async function write(content: DraftFields) {
  const params = { id: courseId, part: root }
  const { revision } = (await author.call('GET /studio/courses/:id/draft/parts/:part', { params })).data
  return author.call('PATCH /studio/courses/:id/draft/parts/:part', { params, body: { revision, content } })
}

const isKept = async (id: number) =>
  ((await app.db.query({ text: 'select from media where id = $1', values: [id] })).rowCount ?? 0) > 0

test('what an author uploads for a course becomes the school’s: it stays when they leave', async () => {
  const leaver = await app.signIn({ role: 'author' })
  const [used, unused] = [await upload(author.userId), await upload(leaver.userId)]
  expect((await write({ image: used })).status).toBe(200)
  const { rows } = await app.db.query({
    text: 'select owner_id, is_private, is_in_library from media where id = $1',
    values: [used],
  })
  expect(rows).toEqual([{ owner_id: null, is_private: false, is_in_library: true }])
  await app.db.query({ text: 'delete from users where id = $1', values: [leaver.userId] })
  expect([await isKept(used), await isKept(unused)]).toEqual([true, false])
  expect((await author.call('DELETE /media-files/:id', { params: { id: used } })).status).toBe(404)
})

test.each<[string, () => Promise<DraftFields>, string]>([
  ['somebody else’s upload', async () => ({ image: await upload((await app.signIn()).userId) }), 'content.image'],
  ['another school’s file', async () => ({ background: await libraryOf('face') }), 'content.background'],
  ['a picture for a film', async () => ({ demoVideo: await upload(author.userId) }), 'content.demoVideo'],
  ['a file that is not there', async () => ({ image: 999_999 }), 'content.image'],
])('%s is refused by its field, and the course is as it was', async (_what, content, field) => {
  const before = await author.call('GET /studio/courses/:id/draft', { params: { id: courseId } })
  const refused = await write(await content())
  expect([refused.status, refused.data.code, Object.keys(refused.data.errors ?? {})]).toEqual([
    422,
    'file_unknown',
    [field],
  ])
  expect((await author.call('GET /studio/courses/:id/draft', { params: { id: courseId } })).data).toEqual(before.data)
})

test('a picture that was refused as a film stays the author’s own, private and removable', async () => {
  const picture = await upload(author.userId)
  expect((await write({ demoVideo: picture })).status).toBe(422)
  const { rows } = await app.db.query({
    text: 'select owner_id, is_private from media where id = $1',
    values: [picture],
  })
  expect(rows).toEqual([{ owner_id: author.userId, is_private: true }])
  expect((await author.call('DELETE /media-files/:id', { params: { id: picture } })).status).toBe(200)
})

test('many doubled parts with files take as many statements as one', async () => {
  const draft = async () => (await author.call('GET /studio/courses/:id/draft', { params: { id: courseId } })).data
  const image = await upload(author.userId)
  const add = async (count: number) => {
    const { revision } = await draft()
    const added = Array.from({ length: count }, (_, sort) => ({
      id: randomUUID(),
      kind: 'lesson' as const,
      parent_id: root,
      sort,
      content: { title: { en: 'Cup' }, image },
    }))
    const answer = await author.call('POST /studio/courses/:id/draft/edits', {
      params: { id: courseId },
      body: { revision, added, placed: [] },
    })
    expect(answer.status).toBe(200)
    return answer.statements
  }
  expect(await add(30)).toBe(await add(1))
})

async function libraryOf(brandId: string) {
  const id = await upload(author.userId, { brandId })
  await app.db.query({
    text: 'update media set is_in_library = true, is_private = false, owner_id = null where id = $1',
    values: [id],
  })
  return id
}

test('a film that is still being converted, or could not be, keeps the course from being published', async () => {
  const problems = async () => {
    const { data } = await author.call('GET /studio/courses/:id/draft/effects', { params: { id: courseId } })
    return data.problems.filter(({ field }) => field === 'demoVideo').map(({ part, reason }) => [part, reason])
  }
  const film = await upload(author.userId, { type: 1, status: 'UPLOADED' })
  expect((await write({ demoVideo: film })).status).toBe(200)
  expect(await problems()).toEqual([[root, 'is_being_converted']])
  await app.db.query({ text: `update media set status = 'FAIL' where id = $1`, values: [film] })
  expect(await problems()).toEqual([[root, 'has_no_file']])
  await app.db.query({ text: `update media set status = 'DONE' where id = $1`, values: [film] })
  expect(await problems()).toEqual([])
})

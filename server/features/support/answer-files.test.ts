import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askSchool } from '#server/app/testing/ask-school.ts'
import { insertUpload } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'

let app: TestApp
let learner: TestClient
let helper: TestClient
let photo: Buffer
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
  ;[learner, helper] = await Promise.all([app.signIn(), app.signIn({ role: 'support' })])
  photo = await readFile(join(sharedDataFolder, 'uploads/images/pil-exif_gps.jpg'))
})
afterAll(() => app.close())

function asked() {
  app.clock.now += 600_000
  return askSchool(learner)
}
const uploaded = async (by: TestClient) => (await uploadFile(app, by, photo, { name: 'where.jpg' })).mediaId
const answer = (id: number, body: { message?: string; file_ids?: number[] }, idempotencyKey = `answer-${made++}`) =>
  helper.call('POST /studio/support-requests/:id/messages', { params: { id }, body, idempotencyKey })
const filesOf = async (id: number) =>
  (await learner.call('GET /support-requests/:id', { params: { id } })).data.messages.map(({ files }) =>
    files.map(file => file.id),
  )

test('an answer takes photos and videos, alone or with words, and the learner sees them in their order [STF-06]', async () => {
  const id = await asked()
  const [first, second] = [await uploaded(helper), await uploaded(helper)]
  const { data: said } = await answer(id, { message: 'Here', file_ids: [second, first] })
  expect(said.files).toMatchObject([{ id: second, name: 'where.jpg', status: 'DONE' }, { id: first }])
  const alone = await uploaded(helper)
  expect((await answer(id, { message: ' ', file_ids: [alone] })).status).toBe(200)
  expect(await filesOf(id)).toEqual([[], [second, first], [alone]])
  const listed = (await learner.call('GET /support-requests')).data.find(request => request.id === id)
  expect(listed?.last_message).toMatchObject({ text: '', files_count: 1, is_staff: true })
  const onDesk = await helper.call('GET /studio/support-requests/:id', { params: { id } })
  expect(onDesk.data.messages[1]?.files).toMatchObject([{ id: second }, { id: first }])
  expect(onDesk.data.request.last_message).toMatchObject({ text: '', files_count: 1 })
})

test('an answer sent again, even at once, keeps its files and is one [STF-06, REL-02]', async () => {
  const id = await asked()
  const file = await uploaded(helper)
  const send = () => answer(id, { file_ids: [file] }, 'the same')
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status, data }) => [status, data.files.map(one => one.id)])).toEqual(
    Array.from({ length: 3 }, () => [200, [file]]),
  )
  expect(await filesOf(id)).toEqual([[], [file]])
})

test('a file must be the answerer’s own, private, received, and a photo or a video; ten at most [STF-06, SEC-02]', async () => {
  const id = await asked()
  const upload = (plan: Parameters<typeof insertUpload>[2], by = helper) => insertUpload(app, by.userId, plan)
  const refused = async (file_ids: number[]) => {
    const { status, data } = await answer(id, { message: 'Here', file_ids })
    return [status, data.code]
  }
  expect(await refused([await upload({}, learner)])).toEqual([422, 'file_unusable'])
  expect(await refused([987_654])).toEqual([422, 'file_unusable'])
  expect(await refused([await upload({ isPrivate: false })])).toEqual([422, 'file_unusable'])
  expect(await refused([await upload({ status: 'FAIL' })])).toEqual([422, 'file_unusable'])
  expect(await refused([await upload({ type: 3 })])).toEqual([422, 'file_unusable'])
  expect(await refused([await upload({ status: 'NOT_UPLOADED' })])).toEqual([409, 'files_uploading'])
  const many = await Promise.all(Array.from({ length: 11 }, () => upload({})))
  expect((await refused(many))[0]).toBe(422)
  expect((await answer(id, { message: '  ' })).data.code).toBe('message_required')
  expect((await answer(id, {})).data.code).toBe('message_required')
  expect((await answer(987_654, { file_ids: many.slice(0, 1) })).status).toBe(404)
  expect(await filesOf(id)).toEqual([[]])
  expect((await answer(id, { file_ids: many.slice(0, 10) })).status).toBe(200)
})

test('a visitor, answered by e-mail, can be sent no files [STF-06]', async () => {
  const body = { email: `visitor@example.com`, name: 'Nadia', message: 'Is it free?' }
  await app.visitor.call('POST /tech-questions/anonymous', { body })
  const { data } = await helper.call('GET /studio/support-requests', { query: { show: 'open', search: 'Nadia' } })
  const refused = await answer(data[0]?.id ?? 0, { message: 'Yes', file_ids: [await uploaded(helper)] })
  expect([refused.status, refused.data.code]).toEqual([422, 'files_need_account'])
})

test('an answer’s files open for its learner and for the support of the school, and for nobody else [STF-06, SEC-02]', async () => {
  const id = await asked()
  const { data } = await answer(id, { file_ids: [await uploaded(helper)] })
  const url = data.files[0]?.url ?? ''
  const statusFor = async (who?: TestClient, address = url) => {
    const headers = who && { authorization: `Bearer ${who.token}` }
    return (await app.server.inject({ url: address, ...(headers && { headers }) })).statusCode
  }
  const unsigned = url.replace(/~[^/]+\//, '')
  const colleague = await app.signIn({ role: 'support' })
  const admin = await app.signIn({ role: 'admin' })
  for (const who of [learner, helper, colleague, admin]) expect(await statusFor(who, unsigned)).toBe(200)
  const others = [
    await app.signIn(),
    await app.signIn({ role: 'expert' }),
    await app.signIn({ role: 'author' }),
    await app.signIn({ role: 'support', brandId: 'face' }),
    await app.signIn({ role: 'admin', brandId: 'face' }),
  ]
  for (const who of others) expect([await statusFor(who), await statusFor(who, unsigned)]).toEqual([404, 404])
  expect([await statusFor(), await statusFor(undefined, unsigned)]).toEqual([200, 404])
})

test('an answered file cannot be taken back, and outlives its erased author; with the learner it goes [STF-06, STF-11]', async () => {
  const gone = await app.signIn({ role: 'support' })
  const asker = await app.signIn()
  const body = { support_category_id: 23, name: 'Ann', message: 'How?' }
  const { id } = (await asker.call('POST /tech-questions', { body })).data
  const [sent, unused] = [await uploaded(gone), await uploaded(gone)]
  const said = { params: { id }, body: { file_ids: [sent] } }
  expect((await gone.call('POST /studio/support-requests/:id/messages', said)).status).toBe(200)
  const left = async () =>
    (
      await app.db.query<{ id: number }>({
        text: 'select id from media where id = any($1::bigint[]) order by id',
        values: [[sent, unused]],
      })
    ).rows.map(row => row.id)
  const erase = (userId: number) => app.db.query({ text: 'delete from users where id = $1', values: [userId] })
  const taken = await gone.call('DELETE /media-files/:id', { params: { id: sent } })
  expect([taken.status, taken.data.code]).toEqual([409, 'file_in_use'])
  expect(await left()).toEqual([sent, unused])
  await erase(gone.userId)
  expect(await left()).toEqual([sent])
  const { data } = await asker.call('GET /support-requests/:id', { params: { id } })
  expect(data.messages[1]?.files.map(file => file.id)).toEqual([sent])
  await erase(asker.userId)
  const { rows } = await app.db.query({
    text: 'select 1 from support_message_files where media_id = $1',
    values: [sent],
  })
  expect(rows).toEqual([])
})

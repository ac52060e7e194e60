import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUpload, post, startChat } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { deleteOldUnusedUploads } from '#server/features/media/queries.ts'

let app: TestApp
let photo: Buffer
beforeAll(async () => {
  app = await startTestApp()
  photo = await readFile(join(sharedDataFolder, 'uploads/images/vips-rotation-6.jpg'))
})
afterAll(() => app.close())

const setAvatar = (who: TestClient, avatar_file_id: number | null) =>
  who.call('POST /user/avatar', { body: { avatar_file_id } })
const open = async (url: string | null) => (await app.server.inject({ url: url ?? '' })).statusCode
const mediaOf = async ({ userId }: TestClient) =>
  (await app.db.query({ text: 'select id, is_private from media where owner_id = $1', values: [userId] })).rows

test('an uploaded photo becomes the avatar that others see; a new one replaces it, null removes it [PRO-08]', async () => {
  const learner = await app.signIn()
  const { mediaId } = await uploadFile(app, learner, photo)
  const first = await setAvatar(learner, mediaId)
  expect(first.data.avatar).toMatch(/^\/media\/[\w-]{22}\/small\.webp$/)
  expect(first.statements).toBe(4)
  expect(await open(first.data.avatar)).toBe(200)
  expect((await setAvatar(learner, mediaId)).data.avatar).toBe(first.data.avatar)
  const second = await setAvatar(learner, (await uploadFile(app, learner, photo)).mediaId)
  expect([await open(first.data.avatar), await open(second.data.avatar)]).toEqual([404, 200])
  expect(await mediaOf(learner)).toHaveLength(1)
  const removed = await setAvatar(learner, null)
  expect([removed.data.avatar, await open(second.data.avatar)]).toEqual([null, 404])
  expect(await mediaOf(learner)).toEqual([])
})

test('an expert sees the avatar of a learner who writes [PRO-08]', async () => {
  const { learner, expert, chatId } = await startChat(app)
  await setAvatar(learner, (await uploadFile(app, learner, photo)).mediaId)
  const { avatar } = (await learner.call('GET /user')).data
  await post(learner, chatId, 'Hello')
  const { data } = await expert.call('GET /studio/chats')
  expect(data.find(({ id }) => id === chatId)?.learner.avatar).toBe(avatar)
})

test('only one’s own photo that is ready and in no message can become an avatar [PRO-08, SEC-02]', async () => {
  const { learner, chatId } = await startChat(app)
  const stranger = await app.signIn()
  const sent = await insertUpload(app, learner.userId)
  await learner.call('POST /chats/:id/messages', {
    params: { id: chatId },
    body: { message: 'Look', file_ids: [sent] },
    idempotencyKey: 'avatar',
  })
  const unusable = [
    await insertUpload(app, stranger.userId),
    await insertUpload(app, learner.userId, { status: 'UPLOADED' }),
    await insertUpload(app, learner.userId, { status: 'FAIL' }),
    await insertUpload(app, learner.userId, { type: 1 }),
    sent,
    987_654,
  ]
  for (const id of unusable) {
    const { status, data } = await setAvatar(learner, id)
    expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual([422, 'avatar_unusable', ['avatar_file_id']])
  }
  expect((await learner.call('GET /user')).data.avatar).toBeNull()
  expect((await mediaOf(learner)).every(row => row['is_private'])).toBe(true)
})

test('an avatar is in use: it is not removed as a file, sent in no message and outlives the tidying [PRO-08, MED-03]', async () => {
  const { learner, chatId } = await startChat(app)
  const { mediaId } = await uploadFile(app, learner, photo)
  const { data } = await setAvatar(learner, mediaId)
  const removed = await learner.call('DELETE /media-files/:id', { params: { id: mediaId } })
  expect(removed.data.code).toBe('file_in_use')
  const posted = await learner.call('POST /chats/:id/messages', {
    params: { id: chatId },
    body: { message: 'Look', file_ids: [mediaId] },
    idempotencyKey: 'given-out',
  })
  expect(posted.status).toBe(422)
  await deleteOldUnusedUploads(app.db, Date.now() / 1000 + 3600)
  expect(await open(data.avatar)).toBe(200)
})

test('of two at once one becomes the avatar, and tidying removes the other [PRO-08]', async () => {
  const learner = await app.signIn()
  const ids = [await insertUpload(app, learner.userId), await insertUpload(app, learner.userId)]
  const answers = await Promise.all(ids.map(id => setAvatar(learner, id)))
  expect(answers.map(({ status }) => status).filter(status => status !== 200 && status !== 422)).toEqual([])
  await deleteOldUnusedUploads(app.db, Date.now() / 1000 + 3600)
  const { avatar } = (await learner.call('GET /user')).data
  expect(avatar).not.toBeNull()
  expect(await mediaOf(learner)).toHaveLength(1)
})

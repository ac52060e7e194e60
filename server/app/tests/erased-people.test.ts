import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUpload, newKey, read } from '../testing/chat-people.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  readHomework,
  reviewOf,
} from '../testing/homework-people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
})
afterAll(() => app.close())

const erase = (table: 'users' | 'courses', id: number) =>
  app.db.query({ text: `delete from ${table} where id = $1`, values: [id] })
const count = async (table: 'chats' | 'media' | 'homework_attempts' | 'chat_messages') =>
  (await app.db.query<{ count: number }>({ text: `select count(*) from ${table}` })).rows[0]?.count

test('an erased expert’s answers stay with their learners; with the course everything goes [SEC-02, CHT-01, HWK-06]', async () => {
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  const expert = await app.signIn({ role: 'expert' })
  const required = homeworkOf(course, 'required')
  const film = await insertUpload(app, pupil.client.userId, { type: 1 })
  await handIn(pupil, required, { message: 'My squat', file_ids: [film] })
  const shown = await insertUpload(app, expert.userId, { name: 'shown.jpg' })
  const unused = await insertUpload(app, expert.userId)
  await judge(expert, await reviewOf(pupil, required), { verdict: 'DONE', message: 'Good', file_ids: [shown] })
  const alone = await insertUpload(app, expert.userId, { name: 'alone.jpg' })
  const body = { file_ids: [alone] }
  const params = { id: pupil.chatId }
  expect((await expert.call('POST /chats/:id/messages', { params, body, idempotencyKey: newKey() })).status).toBe(200)

  await erase('users', expert.userId)
  const { data: messages } = await read(pupil.client, pupil.chatId)
  expect(messages.map(message => [message.kind, message.user_id, message.files.map(({ id }) => id)])).toEqual([
    ['message', null, [alone]],
    ['verdict', null, [shown]],
    ['submission', pupil.client.userId, [film]],
  ])
  const { data } = await readHomework(pupil, required)
  expect([data.status.status, data.attempts[0]?.answer?.message]).toEqual(['DONE', 'Good'])
  const left = await app.db.query<{ id: number }>({ text: 'select id from media where is_private order by id' })
  expect(left.rows.map(({ id }) => id)).toEqual([film, shown, alone])
  expect(left.rows.map(({ id }) => id)).not.toContain(unused)

  await erase('courses', course.id)
  expect(await Promise.all([count('chats'), count('chat_messages'), count('homework_attempts')])).toEqual([0, 0, 0])
})

test('a person’s answers and the messages that they are may go in any order [SEC-02]', async () => {
  const { rows } = await app.db.query<{ waits: boolean }>({
    text: `select condeferred as waits from pg_constraint
           where contype = 'f' and conrelid = 'homework_attempts'::regclass and confrelid = 'chat_messages'::regclass`,
  })
  expect(rows).toEqual([{ waits: true }, { waits: true }])
})

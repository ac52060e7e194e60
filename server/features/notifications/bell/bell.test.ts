import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatPeople, post, read, startChat, view } from '#server/app/testing/chat-people.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  readHomework,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { insertSold } from '#server/app/testing/insert-sold.ts'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import type { Issued } from '#server/features/billing/receipts/issue-receipts.ts'
import { notify, tellReceipt } from '../notify.ts'

let app: TestApp
let people: ChatPeople
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  people = await startChat(app)
  await app.db.query({
    text: 'update told_messages set last_message_id = (select coalesce(max(id), 0) from chat_messages)',
  })
})

const passMinute = async () => {
  app.clock.set(app.clock.now + 60_000)
  await app.notices.sweep()
}
const listed = async (client: TestClient, page = 1) =>
  (await client.call('GET /user-notices', { query: { page } })).data
const unread = async (client: TestClient) => (await client.call('GET /user-notices/unread')).data.unread_count
const readUntil = async (client: TestClient, id: number) =>
  (await client.call('POST /user-notices/read', { body: { until_id: id } })).data.unread_count
const rowsOf = async (text: string, { userId }: TestClient) =>
  (await app.db.query({ text, values: [userId] })).rows.length
const sent = (client: TestClient) =>
  rowsOf('select from notice_deliveries d join notices n on n.id = d.notice_id where n.user_id = $1', client)
const told = (client: TestClient) =>
  rowsOf(`select from live_events where room = 'user:' || $1::bigint and type = 'notices'`, client)
const device = {
  endpoint: 'https://push.example.com/bell',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

test('an answer in the chat is listed for a learner without a device, leads to the chat and is told live [PRO-14]', async () => {
  const { expert, learner, chatId } = people
  await post(expert, chatId, 'Well  done')
  await passMinute()
  const createdAt = app.clock.now / 1000
  expect(await listed(learner)).toEqual([
    {
      id: expect.any(Number),
      kind: 'message',
      title: expect.stringContaining('Test Person'),
      text: 'Well done',
      person: { name: expect.stringContaining('Test Person'), avatar: null },
      path: `/chat/${chatId}`,
      created_at: createdAt,
      is_read: false,
    },
  ])
  expect([await unread(learner), await told(learner)]).toEqual([1, 1])
  expect([await listed(expert), await unread(expert), await told(expert)]).toEqual([[], 0, 0])
})

test('whoever has switched notifications off finds them listed, and is sent nothing [PRO-14]', async () => {
  const { expert, learner, chatId } = people
  await learner.call('POST /user/notification', { body: { disable_notification: 1 } })
  await post(expert, chatId, 'Hello')
  await passMinute()
  expect(await listed(learner)).toMatchObject([{ text: 'Hello' }])
  expect(await sent(learner)).toBe(0)
})

test('a verdict leads to its homework, the points for it to the points [PRO-14]', async () => {
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  const homeworkId = homeworkOf(course, 'required')
  await handIn(pupil, homeworkId)
  await judge(people.expert, await reviewOf(pupil, homeworkId), { verdict: 'DONE', message: 'Look' })
  await passMinute()
  expect(await listed(pupil.client)).toMatchObject([
    { kind: 'points', text: 'For your homework', path: '/user/points/history' },
    { kind: 'verdict', title: 'Your homework has been reviewed', path: `/homework/${pupil.streamId}/${homeworkId}` },
  ])
})

test('the expert’s name and face stand at the answer, at the verdict and in the list; without a name nothing else names them [CHT-01, HWK-06, PRO-14]', async () => {
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  const { expert } = people
  const avatar = '/media/kept/small.webp'
  const become = (firstName: string, lastName: string, picture: string | null) =>
    app.db.query({
      text: 'update users set first_name = $2, last_name = $3, avatar = $4 where id = $1',
      values: [expert.userId, firstName, lastName, picture],
    })
  await become('Nora', 'Sun', avatar)
  const employee = {
    id: expert.userId,
    isExpert: true,
    name: 'Nora Sun',
    file: { large: avatar, medium: avatar, small: avatar },
  }
  expect((await post(expert, pupil.chatId, 'Hello')).data.employee).toEqual(employee)
  const homeworkId = homeworkOf(course, 'required')
  await handIn(pupil, homeworkId)
  await judge(expert, await reviewOf(pupil, homeworkId), { verdict: 'FAIL', message: 'Once more' })
  const { attempts } = (await readHomework(pupil, homeworkId)).data
  expect(attempts[0]?.answer?.employee).toEqual(employee)
  expect((await read(pupil.client, pupil.chatId)).data.map(one => one.employee)).toEqual([employee, null, employee])
  await passMinute()
  const person = { name: 'Nora Sun', avatar }
  expect(await listed(pupil.client)).toMatchObject([
    { kind: 'verdict', text: 'Nora Sun has sent it back. See what to do next.', person },
    { kind: 'message', title: 'Nora Sun', person },
  ])
  await become('', '', null)
  expect(await listed(pupil.client)).toMatchObject([
    { text: 'It was sent back. See what to do next.', person: { name: '', avatar: null } },
    { title: 'Message from your expert', person: { name: '', avatar: null } },
  ])
})

test('a consultation is listed with its time and leads to it, for its expert to the studio [PRO-14]', async () => {
  const { expert, learner, streamId } = people
  const startsAt = app.clock.now
  const ids = { learnerId: learner.userId, expertId: expert.userId, streamId, startsAt }
  const consultationId = await insertConsultation(app.db, ids)
  const tell = { kind: 'consultation', consultationId, what: 'confirmed', startsAt: startsAt / 1000 } as const
  const notices = [learner, expert].map(({ userId }) => ({ ...tell, userId, key: 'confirmed' }))
  await app.db.inTransaction(tx => notify(tx, notices, app.clock.now))
  const title = 'Your consultation is confirmed'
  const text = expect.stringContaining('10 December')
  expect(await listed(learner)).toMatchObject([{ title, text, path: `/videoconsultations/${consultationId}` }])
  expect(await listed(expert)).toMatchObject([{ title, text, path: '/admin/calendar' }])
})

test('reading marks up to what was shown, on every device, once; another’s stay as they are [PRO-14]', async () => {
  const { expert, learner, chatId } = people
  const other = await startChat(app)
  await post(expert, chatId, 'First')
  await post(other.expert, other.chatId, 'Theirs')
  await passMinute()
  const [first] = await listed(learner)
  await post(expert, chatId, 'Second')
  await passMinute()
  expect(await readUntil(learner, first?.id ?? 0)).toBe(1)
  expect((await listed(learner)).map(({ text, is_read }) => [text, is_read])).toEqual([
    ['Second', false],
    ['First', true],
  ])
  expect(await told(learner)).toBe(3)
  expect(await readUntil(learner, first?.id ?? 0)).toBe(1)
  expect(await told(learner)).toBe(3)
  const both = Number.MAX_SAFE_INTEGER
  expect(await Promise.all([readUntil(learner, both), readUntil(learner, both)])).toEqual([0, 0])
  expect(await told(learner)).toBe(4)
  expect([await unread(other.learner), await told(other.learner)]).toEqual([1, 1])
})

test('a message is read with its chat', async () => {
  const { expert, learner, chatId } = people
  const { id } = (await post(expert, chatId, 'Hello')).data
  await passMinute()
  await view(learner, chatId, id)
  expect(await unread(learner)).toBe(0)
  expect(await listed(learner)).toMatchObject([{ is_read: true }])
})

test('a payment is listed and sent to no device, money sent back is both; each once [PRO-14]', async () => {
  const learner = await app.signIn()
  await learner.call('POST /push-subscriptions', { body: device })
  const paid = await insertSold(app.db, learner.userId)
  const again = await insertSold(app.db, learner.userId)
  const issued = { amount: 100, currency: 'EUR', brandId: 'kurso', orderId: 1, userId: learner.userId } as const
  const hear = (told: Pick<Issued, 'id' | 'kind' | 'entry'>) =>
    app.db.inTransaction(tx => tellReceipt(tx, { ...issued, ...told }, app.clock.now))
  await hear({ id: paid.receipt, kind: 'receipt', entry: 'refund_reversal' })
  expect(await listed(learner)).toEqual([])
  await hear({ id: paid.receipt, kind: 'receipt', entry: 'payment' })
  await hear({ id: paid.receipt, kind: 'receipt', entry: 'payment' })
  expect(await sent(learner)).toBe(0)
  await hear({ id: again.receipt, kind: 'credit_note', entry: 'refund' })
  const { data } = await learner.call('GET /user-notices', { language: 'es' })
  expect(data).toMatchObject([
    { kind: 'refund', path: `/receipts/${again.receipt}` },
    { kind: 'payment', title: 'Hemos recibido tu pago', path: `/receipts/${paid.receipt}` },
  ])
  expect(await sent(learner)).toBe(1)
})

test('what only reminds is not listed', async () => {
  const { expert, learner, streamId } = people
  const ids = { learnerId: learner.userId, expertId: expert.userId, streamId, startsAt: app.clock.now }
  const consultationId = await insertConsultation(app.db, ids)
  const tell = { kind: 'consultation_soon', what: 'soon', startsAt: app.clock.now / 1000 } as const
  await notify(app.db, [{ ...tell, userId: learner.userId, key: 'soon', consultationId }], app.clock.now)
  expect([await listed(learner), await unread(learner), await told(learner)]).toEqual([[], 0, 0])
})

test('the list has 20 a page and 90 days; what a notice is about and is gone is neither listed nor counted [PRO-14]', async () => {
  const { expert, learner, chatId } = people
  for (let number = 1; number <= 21; number++) await post(expert, chatId, `Message ${number}`)
  await app.db.inTransaction(tx =>
    notify(tx, [{ userId: learner.userId, kind: 'refund', key: 'gone', receiptId: 987_654 }], app.clock.now),
  )
  await passMinute()
  expect(await unread(learner)).toBe(21)
  expect((await listed(learner)).map(({ text }) => text).slice(0, 2)).toEqual(['Message 21', 'Message 20'])
  expect((await listed(learner, 2)).map(({ text }) => text)).toEqual(['Message 1'])
  expect(await listed(learner, 3)).toEqual([])
  const kept = async (days: number) => {
    app.clock.set(app.clock.now + days * 86_400_000)
    await app.notices.sweep()
    return rowsOf(`select from notices where user_id = $1`, learner)
  }
  expect(await kept(89)).toBe(22)
  expect(await kept(2)).toBe(0)
})

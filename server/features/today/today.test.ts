import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol, insertCourse, insertEarlierVersion } from '#server/app/testing/course-fixture.ts'
import { addPupil, handIn, homeworkOf, insertHomeworkCourse } from '#server/app/testing/homework-people.ts'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import { startTestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { backupJobs } from '#server/features/backups/archive/make-archive.ts'
import { jobNames } from '#shared/features/today/rules.ts'
import { freePort } from '#server/platform/testing/free-port.ts'

let app: MailedApp
let admin: TestClient
beforeAll(async () => {
  app = await startMailedApp()
  app.clock.set('2026-12-02T10:00:00Z')
  admin = await app.signIn({ role: 'admin', email: 'anna@example.com' })
})
afterAll(() => app.close())

const today = async (by = admin) => (await by.call('GET /studio/today')).data
const steps = async (by = admin) => (await by.call('GET /studio/first-steps')).data
const open = (token: string, appId?: string) => app.visitor.call('POST /test-letter', { body: { token }, appId })
async function nextToken() {
  expect((await admin.call('POST /studio/test-letter')).status).toBe(200)
  return /\/admin\/letter\?token=(\S+)/.exec((await app.mail.next()).text ?? '')?.[1] ?? ''
}

test('a school has nothing to do at first, and every first step before it [STF-22]', async () => {
  expect(await today()).toEqual({
    reviews: { waiting: 0, overdue: 0 },
    chats_waiting: 0,
    requests_waiting: 0,
    reported: [],
    failed_jobs: [],
    cohorts: [],
  })
  const letter = { asked_at: null, sent_at: null, opened_at: null, problem: null, detail: '' }
  const none = { has_course: false, has_cohort: false, has_learner: false, has_payment: false }
  expect(await steps()).toEqual({ letter, ...none })
})

test('an e-mail to oneself checks its step once the link of the latest one is opened, wherever [STF-22]', async () => {
  const first = await nextToken()
  await expect.poll(async () => (await steps()).letter.sent_at).toEqual(expect.any(Number))
  const second = await nextToken()
  for (const [token, appId] of [[first], ['made-up'], [second, 'face']] as const)
    expect((await open(token, appId)).data.code).toBe('letter_link_over')
  expect((await steps()).letter.opened_at).toBeNull()
  expect([(await open(second)).status, (await open(second)).status]).toEqual([200, 200])
  expect((await steps()).letter.opened_at).toBe(app.clock.now / 1000)
  await nextToken()
  expect((await steps()).letter.opened_at, 'once it arrived, it arrived').toBe(app.clock.now / 1000)
})

test('an e-mail to oneself says what to do with it, in one’s own language', async () => {
  const said = {
    en: ['Kurso: this e-mail arrived', 'Your school can send e-mails.', 'It arrived:'],
    ru: ['Kurso: письмо дошло', 'Ваша школа может отправлять письма.', 'Письмо дошло:'],
    es: ['Kurso: este correo ha llegado', 'Tu escuela puede enviar correos.', 'Ha llegado:'],
  }
  for (const language of ['en', 'ru', 'es'] as const) {
    const owner = await app.signIn({ role: 'admin', language })
    await owner.call('POST /studio/test-letter')
    const { subject, text = '' } = await app.mail.next()
    const [title, paragraph, label] = said[language]
    expect(subject).toBe(title)
    expect(text).toContain(`${paragraph} `)
    expect(text).toContain(`${label}\n`)
  }
})

test('the reason why a mail server takes no e-mail is told, and is no failed job', async () => {
  const outbox = { smtpUrl: `smtp://127.0.0.1:${await freePort()}` }
  const lonely = await startTestApp({ outbox })
  try {
    const owner = await lonely.signIn({ role: 'admin' })
    expect((await owner.call('POST /studio/test-letter')).status).toBe(200)
    await expect.poll(async () => (await steps(owner)).letter.problem, { timeout: 15_000 }).toBe('unreachable')
    expect((await steps(owner)).letter).toMatchObject({
      sent_at: null,
      detail: expect.stringContaining('ECONNREFUSED'),
    })
    expect((await today(owner)).failed_jobs).toEqual([])
    // That of a forgotten password is given up after its last try.
    await lonely.visitor.call('POST /auth/request-password-reset', { body: { email: 'person-1@example.com' } })
    await expect
      .poll(async () => (await today(owner)).failed_jobs, { timeout: 30_000 })
      .toMatchObject([{ name: 'send-password-reset', count: 1 }])
    // Its link would be over.
    expect((await owner.call('POST /studio/failed-jobs/retry')).data).toEqual({ retried: 0 })
  } finally {
    await lonely.close()
  }
}, 60_000)

test('what waits is counted, what is late, and the cohorts of the next seven days, of the own brand only [STF-22]', async () => {
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  await handIn(pupil, homeworkOf(course, 'required'))
  const body = { message: 'My knee hurts' }
  await pupil.client.call('POST /chats/:id/messages', { params: { id: pupil.chatId }, body, idempotencyKey: 'one' })
  const question = { support_category_id: 23, name: 'Ann', message: 'How?' }
  await pupil.client.call('POST /tech-questions', { body: question, idempotencyKey: 'two' })
  const soon = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  for (const startsOn of ['2026-12-09', '2026-12-10', '2026-12-01'])
    await enrol(app.db, soon, (await app.signIn()).userId, { startsOn })
  expect(await today()).toMatchObject({
    reviews: { waiting: 1, overdue: 0 },
    chats_waiting: 1,
    requests_waiting: 1,
    reported: [],
    cohorts: [{ course_title: expect.any(String), starts_on: '2026-12-09', learners_count: 1 }],
  })
  expect(await steps()).toMatchObject({ has_course: false, has_cohort: true, has_learner: true })
  await insertEarlierVersion(app.db, soon.id)
  expect(await steps()).toMatchObject({ has_course: true })
  app.clock.now += 30 * 3_600_000
  expect((await today()).reviews).toEqual({ waiting: 1, overdue: 1 })
  const elsewhere = await app.signIn({ role: 'admin', brandId: 'face' })
  const answer = await elsewhere.call('GET /studio/today', { appId: 'face' })
  expect(answer.data).toMatchObject({ reviews: { waiting: 0 }, chats_waiting: 0, requests_waiting: 0, cohorts: [] })
})

test('failed jobs are told to administrators of their school and tried again by them alone; those of the server by anybody [STF-22]', async () => {
  const face = await app.signIn({ role: 'admin', brandId: 'face' })
  const inFace = { appId: 'face' }
  const learner = await app.signIn()
  const question = { support_category_id: 23, name: 'Ann', message: 'How?' }
  await learner.call('POST /tech-questions', { body: question, idempotencyKey: 'failed' })
  const { rows: sent } = await app.db.query<{ id: number }>({
    text: 'select max(id) as id from support_messages where author_id = $1',
    values: [learner.userId],
  })
  const { rows: queues } = await app.db.query<{ name: string }>({
    text: `select name from pgboss.queue where name like 'make-backup%'`,
  })
  const backup = queues[0]?.name ?? ''
  const failed: [name: string, data: object][] = [
    ['send-password-changed', { userId: learner.userId }],
    ['send-support-letter', { messageId: sent[0]?.id }],
    ['send-invitation', { userId: face.userId }],
    ['send-receipt', { receiptId: 0 }],
    [backup, {}],
  ]
  for (const [at, [name, data]] of failed.entries())
    await app.db.query({
      text: `insert into pgboss.job select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'name', $1::text,
          'state', 'failed', 'completed_on', now(), 'data', $2::jsonb, 'singleton_key', $3::text))).*
        from (select j from pgboss.job j limit 1) one, lateral (select (one.j).*) j`,
      values: [name, JSON.stringify(data), `failed ${at}`],
    })
  const names = async (by: TestClient, place = {}) =>
    (await by.call('GET /studio/today', place)).data.failed_jobs.map(({ name }) => name).sort()
  expect(await names(admin)).toEqual([backup, 'send-password-changed', 'send-support-letter'])
  expect(await names(face, inFace)).toEqual([backup, 'send-invitation'])
  const retry = async (by: TestClient, place = {}) => (await by.call('POST /studio/failed-jobs/retry', place)).data
  expect(await retry(face, inFace)).toEqual({ retried: 2 })
  expect(await names(admin)).toEqual(['send-password-changed', 'send-support-letter'])
  expect([await retry(admin), await retry(admin)]).toEqual([{ retried: 2 }, { retried: 0 }])
  const { rows: noted } = await app.db.query({
    text: `select target_type, target_id, detail from audit_log where action = 'jobs.retry' and actor_id = $1`,
    values: [admin.userId],
  })
  expect(noted, 'what does nothing is not noted').toEqual([
    { target_type: 'user', target_id: admin.userId, detail: { count: 2 } },
  ])
  const codes = []
  for (let round = 0; round < 9; round++) codes.push((await retry(admin)).code)
  expect([codes[0], codes.at(-1)]).toEqual([undefined, 'too_many_requests'])
})

test('every job that the server does, and may give up, has its words in the studio', async () => {
  // The queue is open once it has been asked; which of the two backups it makes is a matter of settings.
  await today()
  const { rows } = await app.db.query<{ name: string }>({ text: 'select name from pgboss.queue' })
  const names = new Set([...rows.map(({ name }) => name), ...Object.values(backupJobs)])
  expect([...names].sort()).toEqual([...jobNames].sort())
})

test.each(['expert', 'author', 'support'] as const)('the whole school is not the matter of role %s', async role => {
  const member = await app.signIn({ role })
  for (const name of ['GET /studio/today', 'GET /studio/first-steps', 'POST /studio/test-letter'] as const)
    expect((await member.call(name)).data.code).toBe('not_allowed')
})

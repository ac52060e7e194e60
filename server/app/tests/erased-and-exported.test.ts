import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportedRows } from '#server/platform/personal-tables.ts'
import { personalTables } from '../open-features.ts'
import { insertUpload } from '../testing/chat-people.ts'
import { addPupil, handIn, homeworkOf, insertHomeworkCourse, judge, reviewOf } from '../testing/homework-people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
})
afterAll(() => app.close())

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await app.db.query<{ name: string; count: number }>({ text, values })).rows

/** Tables with people's rows: those that refer to people, those that cascade from them, and so on. */
async function tablesOfPeople(): Promise<string[]> {
  const rows = await rowsOf(
    `with recursive keys as (
       select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     ), theirs(name) as (
       select child from keys where parent = 'users'
       union select k.child from keys k join theirs t on k.parent = t.name where k.confdeltype = 'c' and k.parent <> 'media'
     ) select name from theirs
     union select table_name from information_schema.columns where table_schema = 'public'
       and column_name ~ '^(user|owner|author|actor|learner|person|impersonator|referrer)_id$'
       and table_name in (select tablename from pg_tables where schemaname = 'public')
     order by name`,
  )
  return rows.map(({ name }) => name)
}

test('every table that has something of a person is exported, or says why not [STF-11, TST-02]', async () => {
  const known = Object.keys(personalTables)
  const leftOut = known.filter(table => 'leftOut' in (personalTables[table] ?? {}))
  const theirs = await tablesOfPeople()
  expect(theirs.length).toBeGreaterThan(15)
  expect(theirs.filter(table => !known.includes(table) && table !== 'users')).toEqual([])
  expect(leftOut.filter(table => !theirs.includes(table))).toEqual([])
})

async function aLifeInSchool() {
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  const { userId } = pupil.client
  const expert = await app.signIn({ role: 'expert' })
  const film = await insertUpload(app, userId, { type: 1, name: 'film.mp4' })
  const required = homeworkOf(course, 'required')
  await handIn(pupil, required, { message: 'My very own squat', file_ids: [film] })
  await judge(expert, await reviewOf(pupil, required), { verdict: 'FAIL', message: 'Lower' })
  await admin.call('PATCH /studio/users/:id', { params: { id: userId }, body: { last_name: 'Secretly' } })
  return { pupil, userId, expert }
}

test('an export has what the person wrote and what was written to them, their files, and no secret [STF-11]', async () => {
  const { userId } = await aLifeInSchool()
  const { status, data } = await admin.call('GET /studio/users/:id/export', { params: { id: userId } })
  expect(status).toBe(200)
  expect(Object.keys(data.data).sort()).toEqual(
    exportedRows(personalTables)
      .map(([table]) => table)
      .sort(),
  )
  const texts = data.data['chat_messages']?.map(message => message['text'])
  expect(texts).toEqual(['My very own squat', 'Lower'])
  expect(data.data['users']).toMatchObject([{ id: userId, last_name: 'Secretly' }])
  expect(data.files).toMatchObject([{ name: 'film.mp4' }])
  expect(JSON.stringify(data)).not.toMatch(/argon2|token_hash|"secret"|password_hash/)
  const person = (await admin.call('GET /studio/users/:id', { params: { id: userId } })).data
  expect(person.audit[0]?.action).toBe('user.export')
})

test('a person’s questions as a visitor and their device id are erased with them [STF-11, SUP-05]', async () => {
  const emails = ['asker@example.com', 'stranger@example.com']
  for (const email of emails) {
    const body = { email, name: 'Ana', message: 'Where is my lesson?' }
    expect((await app.visitor.call('POST /tech-questions/anonymous', { body })).status).toBe(200)
  }
  const { userId } = await app.signIn({ email: 'asker@example.com' })
  await app.db.query({
    text: `insert into analytics_events (brand_id, user_id, visitor, name, params, is_internal, occurred_at)
           values ('kurso', $1, gen_random_uuid(), 'login', '{}', false, now())`,
    values: [userId],
  })
  const exported = async () =>
    (await admin.call('GET /studio/users/:id/export', { params: { id: userId } })).data.data['support_messages']
  expect(await exported()).toMatchObject([{ text: 'Where is my lesson?' }])
  await app.db.query({ text: 'update users set is_email_validated = false where id = $1', values: [userId] })
  expect(await exported()).toEqual([])
  const body = { confirm: 'asker@example.com' }
  expect((await admin.call('POST /studio/users/:id/erase', { params: { id: userId }, body })).status).toBe(200)
  expect(await rowsOf('select email as name from support_requests')).toEqual([{ name: 'stranger@example.com' }])
  const events = await app.db.query({ text: `select user_id, visitor from analytics_events where name = 'login'` })
  expect(events.rows).toEqual([{ user_id: null, visitor: null }])
})

test('an erased person is gone everywhere, even from the log; repeating it does no harm [STF-11]', async () => {
  const { pupil, userId, expert } = await aLifeInSchool()
  const { email } = (await admin.call('GET /studio/users/:id', { params: { id: userId } })).data
  const erase = (confirm: string) =>
    admin.call('POST /studio/users/:id/erase', { params: { id: userId }, body: { confirm } })
  expect((await erase('somebody@example.com')).data.code).toBe('confirmation_wrong')
  expect((await pupil.client.call('GET /user')).status).toBe(200)
  const answers = await Promise.all([erase(` ${email?.toUpperCase()} `), erase(email ?? '')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await erase('whatever')).status).toBe(200)
  expect((await pupil.client.call('GET /user')).status).toBe(401)
  expect((await expert.call('GET /user')).status).toBe(200)

  for (const [table, { where }] of exportedRows(personalTables)) {
    const found = await rowsOf(`select count(*)::int as count from ${table} t where ${where}`, [userId])
    expect([table, found[0]?.count]).toEqual([table, table === 'audit_log' ? 2 : 0])
  }
  const log = (await admin.call('GET /studio/audit-log', { query: { 'per-page': 100 } })).data
  const ofThem = log.filter(entry => entry.target_type === 'user' && entry.target_id === userId)
  expect(ofThem.map(entry => [entry.action, entry.detail])).toEqual([
    ['user.erase', { role: 'learner' }],
    ['user.change', {}],
  ])
  expect((await rowsOf('select count(*)::int as count from media_trash'))[0]?.count).toBe(1)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '../testing/chat-people.ts'
import { enrol, insertCourse } from '../testing/course-fixture.ts'
import { addPupil, handIn } from '../testing/homework-people.ts'
import { turnFactorOn } from '../testing/second-factor.ts'
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts'
import { UsageError } from './operator-command.ts'
import { readPersonArguments } from './person-arguments.ts'
import { runPersonCommand } from './run-person-command.ts'

let app: TestApp
let lines: string[]

beforeAll(async () => {
  app = await startTestApp({ hearsNotifications: true })
  app.clock.set('2026-12-10T12:00:00Z')
})
afterAll(() => app.close())
beforeEach(() => {
  lines = []
})

const run = (...args: string[]) =>
  runPersonCommand(readPersonArguments(args), {
    database: app.db,
    brands: app.brands,
    dataDir: app.dataDir,
    now: Date.parse('2026-11-22'),
    print: line => lines.push(line),
  })

const shownPassword = () => lines.find(line => line.startsWith('Password: '))?.slice('Password: '.length) ?? ''
const signIn = (email: string, password: string, appId?: string) =>
  app.visitor.call('POST /auth/login', { body: { email, password }, appId })

const storedPerson = async (email: string) => {
  const { rows } = await app.db.query<Record<string, unknown>>({
    text: `select brand_id, email, role, first_name, last_name, language_code, timezone from users where email = $1`,
    values: [email],
  })
  return rows[0]
}

test('an empty school gets its first administrator, who signs in with the password shown', async () => {
  const about = ['--role', 'admin', '--name', ' Анна Мария  Ли ', '--language', 'es', '--timezone', 'Europe/Madrid']
  await run('add', ' Anna@Example.com', ...about)
  expect(await storedPerson('anna@example.com')).toEqual({
    brand_id: 'kurso',
    email: 'anna@example.com',
    role: 'admin',
    first_name: 'Анна',
    last_name: 'Мария Ли',
    language_code: 'es',
    timezone: 'Europe/Madrid',
  })
  expect(lines[0]).toBe('Added anna@example.com to brand kurso as admin')
  expect(shownPassword()).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  expect((await signIn('anna@example.com', shownPassword())).status).toBe(200)
  expect((await signIn('anna@example.com', shownPassword(), 'face')).status).toBe(422)
})

test('who is added without more words is a learner of the default brand; another brand has people of its own', async () => {
  await run('add', 'bo@example.com')
  const first = shownPassword()
  expect(await storedPerson('bo@example.com')).toMatchObject({
    role: 'learner',
    first_name: '',
    language_code: app.brands.default.site.defaultLanguage,
    timezone: 'UTC',
  })
  lines = []
  await run('add', 'bo@example.com', '--brand', 'mind')
  expect(shownPassword()).not.toBe(first)
  expect((await signIn('bo@example.com', shownPassword(), 'mind')).status).toBe(200)
  expect((await signIn('bo@example.com', first)).status).toBe(200)
})

test('an expert is named for courses, which others of the brand then do not review [STF-05]', async () => {
  const course = await insertCourse(app.db, { stages: [{ days: [{}], homeworks: [{}] }] })
  const pupil = await addPupil(app, course)
  await handIn(pupil, course.stages[0]?.homeworkIds[0] ?? 0)
  const colleague = await app.signIn({ role: 'expert' })
  const queueOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await app.visitor.call('GET /studio/reviews', { headers, query: { course_id: course.id } })).data.length
  }
  expect(await queueOf(colleague.token)).toBe(1)
  const { rows } = await app.db.query<{ key: string }>({
    text: 'select key from courses where id = $1',
    values: [course.id],
  })
  const key = rows[0]?.key ?? ''
  await run('add', 'elena@example.com', '--role', 'expert', '--teaches', key, '--teaches', key)
  expect(lines[1]).toBe(`Reviews and answers in: ${key}`)
  const named = await signIn('elena@example.com', shownPassword())
  expect([await queueOf(named.data.token), await queueOf(colleague.token)]).toEqual([1, 0])
})

test('a person is not added with an unknown course, or with courses but not as an expert [STF-05]', async () => {
  const add = (...args: string[]) => run('add', 'teacher@example.com', ...args)
  await expect(add('--role', 'expert', '--teaches', 'none')).rejects.toThrow(
    new UsageError('Brand kurso has no course none'),
  )
  expect(() => add('--teaches', 'none')).toThrow(new UsageError('--teaches is only for --role expert'))
  expect(await storedPerson('teacher@example.com')).toBeUndefined()
})

test('an e-mail that is taken is refused and its person stays as they were', async () => {
  const known = await app.signIn({ email: 'Taken@example.com' })
  await expect(run('add', 'taken@example.com', '--role', 'admin')).rejects.toThrow(
    new UsageError('Brand kurso already has a person with the e-mail taken@example.com'),
  )
  expect(lines).toEqual([])
  expect((await known.call('GET /user')).data).toMatchObject({ role: 'learner' })
  expect((await signIn('taken@example.com', testPassword)).status).toBe(200)
})

test('a new password takes the place of the old one and ends the sessions that a running server remembers [SEC-01]', async () => {
  const learner = await app.signIn({ email: 'lost@example.com' })
  const other = await app.signIn({ email: 'other@example.com' })
  await signIn('lost@example.com', testPassword)
  await learner.call('GET /user')
  expect((await learner.call('GET /user')).statements).toBe(1)
  await run('password', 'Lost@example.com')
  expect(lines[0]).toBe('lost@example.com has a new password; sessions ended: 2')
  await expect.poll(async () => (await learner.call('GET /user')).status).toBe(401)
  expect((await other.call('GET /user')).status).toBe(200)
  expect((await signIn('lost@example.com', testPassword)).status).toBe(422)
  expect((await signIn('lost@example.com', shownPassword())).status).toBe(200)
})

test('damaged progress is rebuilt in every stream of the person [REL-02]', async () => {
  const learner = await app.signIn({ email: 'damaged@example.com' })
  const streams: number[] = []
  for (const title of ['one', 'two']) {
    const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
    const streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-01' })
    const path = 'POST /user-course-streams/:streamId/user-day-status/:dayId/start'
    const started = await learner.call(path, { params: { streamId, dayId: course.days[0]?.id ?? 0 }, body: {} })
    expect(started.status, title).toBe(200)
    streams.push(streamId)
  }
  const days = () =>
    app.db.query({ text: 'select id from day_statuses where user_stream_id = any($1)', values: [streams] })
  await app.db.query({ text: 'delete from day_statuses where user_stream_id = any($1)', values: [streams] })
  expect((await days()).rows).toHaveLength(0)
  await run('recompute', 'damaged@example.com')
  expect(lines).toEqual(['Progress of damaged@example.com rebuilt; streams: 2'])
  expect((await days()).rows).toHaveLength(2)
})

test.each([
  ['add', 'c@example.com', '--brand', 'none'],
  ['password', 'c@example.com', '--brand', 'none'],
])('%s %s %s %s names the brand that there is not', async (...args) => {
  await expect(run(...args)).rejects.toThrow(new UsageError('There is no brand none'))
})

test.each(['password', 'recompute'])('%s of nobody, or of a deleted account, is refused', async command => {
  await expect(run(command, 'nobody@example.com')).rejects.toThrow(/has no person with the e-mail nobody@example\.com/)
  const email = `gone-${command}@example.com`
  const { userId } = await app.signIn({ email })
  await app.db.query({ text: 'update users set status = 0 where id = $1', values: [userId] })
  await expect(run(command, email)).rejects.toThrow(UsageError)
})

test.each<[string[], RegExp]>([
  [[], /npm run person -- add EMAIL/],
  [['add'], /npm run person -- add EMAIL/],
  [['delete', 'a@example.com'], /npm run person -- add EMAIL/],
  [['add', 'a@example.com', 'b@example.com'], /Unexpected argument: b@example\.com/],
  [['add', 'a.example.com'], /^a\.example\.com is not an e-mail address: at_sign$/],
  [['add', 'a@example.com', '--role', 'boss'], /^--role boss is not one of learner, expert, author, support, admin$/],
  [['add', 'a@example.com', '--language', 'fr'], /^--language fr is not one of en, ru, es$/],
  [['add', 'a@example.com', '--timezone', 'Europe/Nowhere'], /^--timezone Europe\/Nowhere is not a time zone/],
  [['add', 'a@example.com', '--name', 'a'.repeat(101)], /^--name is not a name/],
  [['password', 'a@example.com', '--role', 'admin'], /^--role is only for add$/],
  [['add', 'a@example.com', '--password', 'x'], /--password/],
])('%j is refused with the reason', (args, message) => {
  expect(() => readPersonArguments(args)).toThrow(UsageError)
  expect(() => readPersonArguments(args)).toThrow(message)
})

test('what a command changes is in the audit log of the brand [STF-13]', async () => {
  const email = 'logged@example.com'
  await run('add', email, '--role', 'expert')
  await run('password', email)
  await run('recompute', email)
  const { rows } = await app.db.query({
    text: `select a.action, a.actor_id, a.detail from audit_log a join users u on u.id = a.target_id
      where u.email = $1 and a.brand_id = 'kurso' order by a.id`,
    values: [email],
  })
  expect(rows).toEqual([
    { action: 'user.add', actor_id: null, detail: { role: 'expert', by: 'command' } },
    { action: 'user.password', actor_id: null, detail: { by: 'command' } },
    { action: 'user.recompute', actor_id: null, detail: { by: 'command' } },
  ])
})

test('who has lost the app and the recovery codes signs in without a code again, and the log says who did it', async () => {
  const person = await app.signIn({ role: 'admin', email: 'no-phone@example.com' })
  await turnFactorOn(person, app.clock.now)
  const { token } = (await signIn('no-phone@example.com', testPassword)).data
  const look = async () =>
    (await app.visitor.call('GET /user', { headers: { authorization: `Bearer ${token}` } })).status
  expect(await look()).toBe(403)
  await run('no-second-factor', 'no-phone@example.com')
  expect(lines).toEqual(['Two-step verification of no-phone@example.com is off'])
  await expect.poll(look).toBe(200)
  expect((await auditOf(app, 'user', person.userId)).at(-1)).toEqual({
    actor_id: null,
    action: 'second_factor.off',
    detail: { by: 'command' },
  })
  lines = []
  await run('no-second-factor', 'no-phone@example.com')
  expect(lines).toEqual(['no-phone@example.com has no two-step verification'])
  await expect(run('no-second-factor', 'nobody@example.com')).rejects.toThrow(UsageError)
})

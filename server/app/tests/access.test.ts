import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { importWithCohorts } from '../commands/import-with-cohorts.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import { courseFolder, hiddenSolution, smallCourse } from '#server/features/courses/testing/course-folder.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import {
  type AccessTable,
  type AddressTable,
  forAll,
  type Input,
  type MakeInput,
  ofOneself,
  type Owned,
  type Person,
  people,
  statuses,
} from '#server/platform/testing/access-table.ts'
import { repeatProblems, sentAgain } from '../testing/sent-again.ts'
import { quietNetwork } from '#server/features/social/testing/access.ts'
import { countedCall } from '../testing/test-client.ts'
import { changedIn, contentsOf } from '../testing/contents.ts'
import { describedBy } from '../testing/described.ts'
import { insertOwnersChat } from '../testing/owners-chat.ts'
import { routesOf } from '../testing/printed-routes.ts'
import { mostStatements, uncounted } from '../testing/counted-writes.ts'
import { insertImport } from '#server/features/courses/testing/insert-import.ts'
import type { Calls } from '#shared/app/calls.ts'
import type { live } from '#shared/platform/live.ts'
import type { telemetry } from '#shared/platform/telemetry-contract.ts'
import { wirePath } from '#shared/platform/contract.ts'

const owned: Owned = {
  course: 0,
  stage: 0,
  day: 0,
  lesson: 0,
  stream: 0,
  dayStatus: 0,
  chat: 0,
  message: 0,
  answer: 0,
  homework: 0,
  attempt: 0,
  file: 0,
  film: 0,
  courseImport: 0,
  consultation: 0,
  order: 0,
  reminder: 0,
  person: 0,
  externalAuth: 0,
  request: 0,
  session: 0,
  draftPart: '',
}
const media = { mp4: '', hls: '', piece: '', subtitles: '', document: '', poster: '', picture: '' }

const ofPlatform: AccessTable<typeof live> & AccessTable<typeof telemetry> = {
  // Rooms are authorised one by one: see the live tests.
  'POST /live/poll': {
    expected: ofOneself,
    input: () => ({ body: { rooms: {}, wait_seconds: 0 } }),
  },
  'POST /analytics-events': {
    expected: forAll,
    input: () => ({ body: { events: [{ name: 'login', params: {}, occurred_at: 1_800_000_000 }] } }),
  },
  'POST /error-reports': {
    expected: forAll,
    input: () => ({ body: { reports: [{ kind: 'error', name: 'Error', message: 'x', stack: '', path: '/' }] } }),
  },
}

const ofFeatures = Object.values(
  import.meta.glob<{ access: AccessTable; addresses?: AddressTable }>('../../features/*/testing/access.ts', {
    eager: true,
  }),
)

/** The expected status of every call on the owner's things. A call missing from its feature's table does not compile. */
const calls: AccessTable = Object.assign({}, ofPlatform, ...ofFeatures.map(({ access }) => access))

const isBuilt = existsSync(join(projectRoot, 'build/web/index.html'))
const nowhere = statuses(404, 404, 404, 404)
const page = isBuilt ? forAll : nowhere
const watched = { ...statuses(404, 404, 200, 200), author: 200, support: 200 }

/** Every other route: example addresses, and who gets what. */
const addresses: AddressTable = {
  ...(Object.assign({}, ...ofFeatures.map(feature => feature.addresses)) as AddressTable),
  '/healthz': [{ expected: forAll, urls: () => ['/healthz'] }],
  '/readyz': [{ expected: forAll, urls: () => ['/readyz'] }],
  '/metrics': [{ expected: forAll, urls: () => ['/metrics'] }],
  '/openapi.json': [{ expected: forAll, urls: () => ['/openapi.json'] }],
  '/manifest.webmanifest': [{ expected: page, urls: () => ['/manifest.webmanifest'] }],
  '/service-worker.js': [{ expected: page, urls: () => ['/service-worker.js'] }],
  '/unsubscribe': [{ expected: page, urls: () => ['/unsubscribe?token=x'] }],
  // Taken as POST alone, with the provider's signature.
  '/payments/events/:account': [{ expected: page, urls: () => ['/payments/events/1'] }],
  '/brands/app/:file': [
    { expected: page, urls: () => ['/brands/app/icon-192.png'] },
    { expected: nowhere, urls: () => ['/brands/app/none.png'] },
  ],
  '/share': [{ expected: page, urls: () => ['/share'] }],
  '/brands/:file': [{ expected: page, urls: () => ['/brands/kurso.svg'] }],
  '/v/assets/*': [{ expected: nowhere, urls: () => ['/v/assets/none.js'] }],
  '/admin': [{ expected: page, urls: () => ['/admin'] }],
  '/admin/*': [
    { expected: page, urls: () => ['/admin/login?token=x', '/admin/reviews/1'] },
    { expected: nowhere, urls: () => ['/admin/v/'] },
  ],
  '/admin/v/assets/*': [{ expected: nowhere, urls: () => ['/admin/v/assets/none.js'] }],
  '/*': [
    { expected: page, urls: () => ['/', '/auto-login?token=x', `/stream/${owned.stream}`] },
    { expected: nowhere, urls: () => ['/spa/api/v1/none', '/spa/api/v1/users', '/media/', '/v/'] },
  ],
  '/media/:key/*': [
    { expected: watched, urls: () => [media.mp4, media.hls, media.piece, media.subtitles, media.document] },
    { expected: forAll, urls: () => [media.poster, media.picture] },
    { expected: nowhere, urls: () => [`${media.mp4}.bak`, media.hls.replace('hls/', 'hls/../')] },
  ],
}

let app: TestApp
let problemsOf: Awaited<ReturnType<typeof describedBy>>
const ids = Object.fromEntries(people.map(person => [person, 0])) as Record<Person, number>
/** The owner's ids start here, so that they are recognisable in any answer. */
const ownersIds = 712_345_000
const ownersId = /7123450\d\d/

beforeAll(async () => {
  app = await startTestApp({ given: { social: [quietNetwork] } })
  app.clock.set('2026-12-02T10:00:00Z')
  problemsOf = await describedBy(app.server)
  await numberFrom(ownersIds)
  const owner = await app.signIn({ email: 'owner@example.com' })
  ids.owner = owner.userId
  owned.person = owner.userId
  const remove = await importOwnersCourse()
  owned.file = await ownersFile(owner.userId)
  owned.externalAuth = await ownersLink(owner.userId)
  await numberFrom(1)
  ids.learner = (await app.signIn({ role: 'learner' })).userId
  ids.elsewhere = (await app.signIn({ role: 'learner', brandId: 'face' })).userId
  for (const role of ['expert', 'author', 'support', 'admin'] as const) ids[role] = (await app.signIn({ role })).userId
  await remove()
  await askAs('owner', 'POST /user-course-streams/:streamId/user-day-status/:dayId/start', {
    params: { streamId: owned.stream, dayId: owned.day },
  })
  owned.dayStatus = await theId('select id from day_statuses')
  await numberFrom(ownersIds + 50)
  const place = { stream: owned.stream, ownerId: ids.owner, expertId: ids.expert, now: app.clock.now }
  Object.assign(owned, await insertOwnersChat(app.db, place))
  owned.homework = await theId(
    `select u.id from user_homeworks u join course_homeworks h on h.id = u.homework_id where h.score = 0`,
  )
  const handIn = { params: { streamId: owned.stream, statusId: owned.homework }, body: { message: 'Done' } }
  await askAs('owner', 'POST /user-course-streams/:streamId/user-homework/:statusId', handIn)
  owned.attempt = await theId('select id from homework_attempts')
  await askAs('owner', 'POST /user-reminders', await inputOf(calls['POST /user-reminders']))
  owned.reminder = await theId('select id from reminders')
  await headersOf('owner')
  owned.session = await theId('select max(id) as id from sessions')
  const question = { support_category_id: 23, name: 'Owner', message: 'It does not start' }
  await askAs('owner', 'POST /tech-questions', { body: question })
  owned.request = await theId('select id from support_requests')
  await numberFrom(1000)
  await askAs('admin', 'POST /studio/courses/:id/draft', { params: { id: owned.course } })
  Object.assign(owned, (await app.db.query({ text: 'select id as "draftPart" from course_draft_parts' })).rows[0])
  owned.courseImport = await insertImport(app.db)
  // The first letter also starts the queue.
  taken.delete('POST /tech-questions')
})
afterAll(() => app.close())
// One of the calls deletes the account.
afterEach(() => app.db.query({ text: 'update users set status = 10 where status = 0' }))

async function numberFrom(first: number) {
  const { rows } = await app.db.query<{ table: string }>({
    text: `select table_name as table from information_schema.columns where is_identity = 'YES' and table_schema = 'public'`,
  })
  for (const { table } of rows) await app.db.query({ text: `alter table ${table} alter id restart with ${first}` })
}

/** An upload that nothing refers to. */
async function ownersFile(ownerId: number): Promise<number> {
  const { rows } = await app.db.query<{ id: number }>({
    text: `insert into media (key, type, name, mime, files, owner_id, is_private)
      values ('AAAAAAAAAAAAAAAAAAAAAA', 2, 'me.jpg', 'image/webp', '{}', $1, true) returning id`,
    values: [ownerId],
  })
  return rows[0]?.id ?? 0
}

async function ownersLink(ownerId: number): Promise<number> {
  await app.db.query({
    text: `insert into user_external_auths (user_id, brand_id, source, external_id) values ($1, 'kurso', 'google', 'x')`,
    values: [ownerId],
  })
  return theId('select id from user_external_auths')
}

const theId = async (text: string) =>
  (await app.db.query<{ id: number }>({ text: `${text} order by id limit 1` })).rows[0]?.id ?? 0

async function importOwnersCourse() {
  const course = smallCourse()
  const folder = await courseFolder(course)
  await folder.add('notes.txt', 'Notes')
  await folder.addPicture('cover.png')
  const video = course.lessons?.[0]?.videos?.main
  if (video) video.poster = 'cover.png'
  await folder.write({ ...course, image: { large: 'cover.png' } })
  const place = {
    file: folder.file,
    brandId: 'kurso',
    today: '2026-12-01',
    starts: ['2026-12-01'],
    days: 30,
    emails: ['owner@example.com'],
  }
  const { id } = await importWithCohorts(app.db, openFileStore(mediaFolder(app.dataDir)), place)
  Object.assign(owned, {
    course: id,
    stage: await theId('select id from course_stages'),
    day: await theId('select id from course_days'),
    lesson: await theId('select id from course_lesson_set_lessons'),
    stream: await theId('select id from user_streams'),
    film: await theId('select id from media where type = 1'),
  })
  const { authorization } = await headersOf('owner')
  const { data } = await app.visitor.call('GET /courses/:id', {
    params: { id },
    expand: ['lessons', 'documents'],
    headers: { authorization: authorization ?? '' },
  })
  const main = data.lessons?.[0]?.local_video_file
  Object.assign(media, {
    mp4: main?.mp4,
    hls: main?.m3u8,
    piece: main?.m3u8?.replace('master.m3u8', 'v0_000.ts'),
    subtitles: main?.subtitles[0]?.url,
    document: data.documents?.[1]?.file?.url,
    poster: main?.preview,
    picture: data.image?.large,
  })
  return folder.remove
}

/** A new session for every request, so that signing out ends no other. */
async function headersOf(person: Person): Promise<Record<string, string>> {
  const appId = person === 'elsewhere' ? 'face' : 'kurso'
  if (person === 'visitor') return { 'x-app-id': appId }
  const caller = { brandId: appId, appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  return {
    'x-app-id': appId,
    authorization: `Bearer ${await startSession(app.db, ids[person], caller, app.clock.now, { isProven: true })}`,
  }
}

/** The most statements that each call, answered with 200, has taken; one of them is that of a new session. */
const taken = new Map<string, number>()

async function ask(name: string, input: Input, headers: Record<string, string>) {
  const { method, path } = wirePath(name)
  const url = path.replace(/:(\w+)/g, (_, param: string) => String(input.params?.[param]))
  const sent = async () =>
    await app.server.inject({ method, url, headers, ...(method !== 'GET' && { payload: input.body ?? {} }) })
  const { result, statements } = await countedCall(sent)
  if (result.statusCode === 200) taken.set(name, Math.max(statements, taken.get(name) ?? 0))
  return result
}

const askAs = async (person: Person, name: keyof Calls, input: Input = {}) => ask(name, input, await headersOf(person))

async function inputOf(call: { input?: MakeInput } | undefined): Promise<Input> {
  const ask = async (name: string) => (await askAs('owner', name as keyof Calls)).json() as Record<string, unknown>
  return (await call?.input?.(owned, { password: testPassword, ask })) ?? {}
}

/** Everything the owner has except sessions, which come and go with signing in. */
async function ownersThings() {
  const { rows } = await app.db.query({
    text: `select
      (select json_agg(u) from users u where id = $1) as users,
      (select json_agg(s) from user_streams s join users l on l.id = s.user_id and not l.is_trial) as streams,
      (select json_agg(d) from day_statuses d) as days, (select json_agg(l) from lesson_statistics l) as lessons,
      (select json_agg(e) from progress_events e) as events, (select json_agg(p) from user_scores p) as points,
      (select json_agg(r order by r.id) from reminders r where r.user_id = $1) as reminders`,
    values: [ids.owner],
  })
  return rows[0]
}

/** What of others staff may see: the school's courses, whom they teach, what was asked of them, whom they look after. */
const seen: Partial<Record<Person, RegExp>> = {
  owner: /./,
  expert: /^\w+ \/(courses|chats|studio)\b/,
  author: /^(GET \/courses|\w+ \/studio\/(courses|course-imports|cohorts|library|figures))\b/,
  support: /^(GET \/courses|\w+ \/studio\/(support-requests|users|learners))\b/,
  admin: /^\w+ \/(courses|chats|studio)\b/,
}
const mayReview = new Set<Person>(['expert', 'author', 'admin'])
const maySee = (person: Person, name: string) => seen[person]?.test(name) ?? false

const isWrite = (name: string) => !name.startsWith('GET ')
const keyOf = (person: Person, name: string): Record<string, string> =>
  person === 'owner' && isWrite(name) ? { 'idempotency-key': name } : {}

/** What a write that the owner has made does too much when it is sent again a second later. */
async function repeated(name: string, input: Input, first: unknown): Promise<string[]> {
  const before = await contentsOf(app.db)
  app.clock.now += 1000
  const again = await ask(name, input, { ...(await headersOf('owner')), ...keyOf('owner', name) })
  const changed = changedIn(before, await contentsOf(app.db))
  return repeatProblems(name, { status: 200, data: first }, { status: again.statusCode, data: again.json() }, changed)
}

test('the table has every bound call and no other [TST-02]', () => {
  const bound = app.routes.map(route => route.name)
  expect(Object.keys(calls).sort()).toEqual(bound.sort())
  expect(bound).toEqual(expect.arrayContaining(Object.keys(sentAgain)))
})

test.each(Object.entries(calls))(
  '%s answers each person what is theirs, as it is described; sent again, a write changes nothing more [SEC-02, GRD-10, STF-01, OPS-06, REL-02, TST-02]',
  async (name, call) => {
    const before = await ownersThings()
    for (const person of people) {
      const input = await inputOf(call)
      const answer = await ask(name, input, { ...(await headersOf(person)), ...keyOf(person, name) })
      expect([person, answer.statusCode]).toEqual([person, call.expected[person]])
      expect([person, problemsOf(name, answer.statusCode, answer.body)]).toEqual([person, []])
      if (!maySee(person, name)) expect(answer.body).not.toMatch(ownersId)
      if (!mayReview.has(person)) expect(answer.body).not.toContain(hiddenSolution)
      if (person !== 'owner') expect(await ownersThings()).toEqual(before)
      expect(answer.headers['cache-control']).toMatch(/no-store|^private, no-cache$/)
      if (person === 'owner' && answer.statusCode === 200 && isWrite(name))
        expect(await repeated(name, input, answer.json())).toEqual([])
    }
  },
)

test.each(Object.entries(calls).filter(([, { expected }]) => expected.visitor === 401))(
  '%s accepts no session from a cookie or from another brand [SEC-02]',
  async (name, call) => {
    const before = await ownersThings()
    const input = await inputOf(call)
    const { authorization = '' } = await headersOf('owner')
    const token = authorization.slice('Bearer '.length)
    const attempts: Record<string, string>[] = [
      { cookie: `token=${token}` },
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization, 'x-app-id': 'face' },
      { authorization: (await headersOf('elsewhere'))['authorization'] ?? '', 'x-app-id': 'kurso' },
    ]
    for (const attempt of attempts) {
      const answer = await ask(name, input, { 'x-app-id': 'kurso', ...attempt })
      expect([attempt, answer.statusCode, answer.json().code]).toEqual([attempt, 401, 'not_signed_in'])
    }
    expect(await ownersThings()).toEqual(before)
  },
)

test('a write of the table asks the database four times at most [PRF-02]', () => {
  const writes = app.routes.filter(({ name, call }) => !name.startsWith('GET ') || call.isWrite)
  const names = writes.filter(({ call }) => ['public', 'learner'].includes(call.access)).map(({ name }) => name)
  expect(names.filter(name => !taken.has(name)).toSorted()).toEqual(uncounted)
  const over = names.filter(name => (taken.get(name) ?? 0) > (mostStatements[name] ?? 4) + 1)
  expect(over.map(name => [name, taken.get(name)])).toEqual([])
})

test('the second table has every route besides the calls [TST-02]', () => {
  const served = routesOf(app.server.printRoutes()).filter(path => !path.startsWith('/spa/'))
  expect(served).toContain('/media/:key/*')
  for (const path of served) expect(Object.keys(addresses)).toContain(path)
})

test.each(Object.entries(addresses).flatMap(([path, examples]) => examples.map(example => [path, example] as const)))(
  '%s answers each person what is theirs [SEC-02, GRD-10]',
  async (_path, { expected, urls }) => {
    for (const url of urls()) {
      for (const person of people) {
        const headers = { ...(await headersOf(person)), accept: 'text/html' }
        const answer = await app.server.inject({ url, headers })
        expect([url, person, answer.statusCode]).toEqual([url, person, expected[person]])
        expect(answer.headers['x-content-type-options']).toBe('nosniff')
        if (/html|svg/.test(String(answer.headers['content-type'])))
          expect(answer.headers['content-security-policy']).toMatch(/script-src 'self'|sandbox/)
        if (person !== 'owner' && !url.startsWith('/media/')) expect(answer.body).not.toMatch(ownersId)
      }
    }
  },
)

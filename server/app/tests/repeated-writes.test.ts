import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Calls } from '#shared/app/calls.ts'
import * as contracts from '#shared/app/features.ts'
import type { CourseFixture } from '../testing/course-fixture.ts'
import { addPupil, handIn, homeworkOf, insertHomeworkCourse, type Pupil, reviewOf } from '../testing/homework-people.ts'
import { insertSold } from '../testing/insert-sold.ts'
import { articleTerms } from '#server/features/articles/testing/access.ts'
import { announcementTerms } from '#server/features/announcements/testing/access.ts'
import { bannerTerms } from '#server/features/banners/testing/access.ts'
import { newClubBody } from '../testing/club-writes.ts'
import { discountTerms, newServiceBody, positionTerms } from '../testing/shop-writes.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

type Name = keyof Calls & string
type Own = {
  reviewId: number
  requestId: number
  cohortId: number
  orderId: number
  clubId: number
  serviceId: number
}
type Place = Pupil & Own & { course: CourseFixture }
type Input = { params?: Record<string, number>; body?: Record<string, unknown> }
type Keyed = {
  by?: 'admin' | 'visitor'
  input: (place: Place) => Input
  before?: (place: Place) => Promise<unknown>
  /** What only the first answer has. */
  firstOnly?: string
}

const dayOf = ({ streamId, course }: Place) => ({ params: { streamId, dayId: course.days[0]?.id ?? 0 }, body: {} })
const chatOf = ({ chatId: id }: Place) => ({ params: { id } })
/** Not for every place: so many questions of one address would be refused. */
const askSupport = async (place: Pick<Place, 'client' | 'requestId'>) => {
  const body = { support_category_id: 23, name: 'Ann', message: 'How?' }
  place.requestId = (await place.client.call('POST /tech-questions', { body, idempotencyKey: 'first' })).data.id
}
const requestOf = ({ requestId: id }: Place) => ({ params: { id }, body: { message: 'Once more' } })

/** The writes that take a key, each as it may be sent to a place of its own. */
const keyed: Partial<Record<Name, Keyed>> = {
  'POST /chats/:id/messages': { input: place => ({ ...chatOf(place), body: { message: 'Hello' } }) },
  'POST /studio/chats/:id/notes': { by: 'admin', input: place => ({ ...chatOf(place), body: { text: 'A note' } }) },
  'POST /studio/learners/:id/notes': {
    by: 'admin',
    input: ({ client }) => ({ params: { id: client.userId }, body: { text: 'A note' } }),
  },
  'POST /studio/cohorts/:id/codes': {
    by: 'admin',
    input: ({ cohortId: id }) => ({ params: { id }, body: { name: 'A class' } }),
  },
  'POST /studio/phrases': {
    by: 'admin',
    input: ({ chatId }) => ({ body: { shortcut: `hi${chatId}`, text: 'Hello' } }),
  },
  'POST /chats/:id/consultation-orders': { input: place => ({ ...chatOf(place), body: {} }) },
  'POST /studio/chats/:id/consultations': { by: 'admin', input: place => ({ ...chatOf(place), body: {} }) },
  'POST /user-course-streams/:streamId/user-homework/:statusId': {
    input: ({ streamId, course, statusOf }) => ({
      params: { streamId, statusId: statusOf(homeworkOf(course, 'required')) },
      body: { message: 'My answer' },
    }),
  },
  'POST /studio/reviews/:id/verdict': {
    by: 'admin',
    input: ({ reviewId: id }) => ({ params: { id }, body: { verdict: 'DONE' } }),
  },
  'POST /user-course-streams/:streamId/user-day-status/:dayId/start': { input: dayOf },
  'POST /user-course-streams/:streamId/user-day-status/:dayId/finish': {
    before: place =>
      place.client.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', dayOf(place)),
    input: dayOf,
    firstOnly: 'awarded',
  },
  'POST /save-lesson-stat': {
    input: ({ streamId, course }) => ({
      body: {
        user_course_stream_id: streamId,
        stage_day_id: course.days[0]?.id,
        stage_day_lesson_set_lesson_id: course.days[0]?.lessonIds[0],
        viewed_seconds: 7,
        play_count: 1,
      },
    }),
  },
  'POST /user-reminders': {
    input: () => ({ body: { weekdays: [1], time: '09:00', is_enabled: true, text: '' } }),
  },
  'POST /tech-questions': {
    input: () => ({ body: { support_category_id: 23, name: 'Ann', message: 'How?' } }),
  },
  'POST /tech-questions/auto': {
    input: ({ streamId }) => ({ body: { support_category_id: 7, target_id: streamId, name: 'Ann' } }),
  },
  'POST /tech-questions/anonymous': {
    by: 'visitor',
    input: ({ chatId }) => ({ body: { name: 'Ann', email: `ann-${chatId}@example.com`, message: 'How?' } }),
  },
  'POST /studio/orders': {
    by: 'admin',
    input: ({ client, serviceId }) => ({
      body: { user_id: client.userId, service_id: serviceId, currency: 'EUR', amount: 900, reason: 'Paid in cash' },
    }),
  },
  'POST /studio/users/:id/points': {
    by: 'admin',
    input: ({ client }) => ({ params: { id: client.userId }, body: { amount: 5, reason: 'Helped others' } }),
  },
  'POST /studio/orders/:id/refunds': {
    by: 'admin',
    input: ({ orderId: id }) => ({ params: { id }, body: { amount: 100, reason: 'A day was missed' } }),
  },
  'POST /studio/services': { by: 'admin', input: () => ({ body: newServiceBody }) },
  'POST /studio/discounts': {
    by: 'admin',
    input: ({ chatId }) => ({ body: { code: `CHAT-${chatId}`, ...discountTerms } }),
  },
  'POST /studio/catalog-positions': {
    by: 'admin',
    input: ({ serviceId }) => ({ body: { ...positionTerms, service_id: serviceId } }),
  },
  'POST /studio/banners': { by: 'admin', input: () => ({ body: bannerTerms }) },
  'POST /studio/announcements': { by: 'admin', input: () => ({ body: announcementTerms }) },
  'POST /studio/clubs/:id/articles': {
    by: 'admin',
    input: ({ clubId: id }) => ({ params: { id }, body: articleTerms }),
  },
  'POST /studio/clubs': { by: 'admin', input: () => ({ body: newClubBody() }) },
  'POST /clubs/:id/chat/messages': {
    by: 'admin',
    input: ({ clubId: id }) => ({ params: { id }, body: { message: 'Hello' } }),
  },
  'POST /support-requests/:id/messages': { before: askSupport, input: requestOf },
  'POST /studio/support-requests/:id/messages': { by: 'admin', before: askSupport, input: requestOf },
}

/**
 * Why the other writes of learners and visitors need no key: whoever adds one decides here what happens when it is sent again. The
 * table of access sends again what it can; that of staff sends all of theirs.
 */
const unkeyed: Record<string, Name[]> = {
  'says how things shall be, so the second time changes nothing': [
    'PUT /online-consultation/update',
    'PUT /banner/new-features/:id/seen',
    'PUT /articles/:id/like',
    'PUT /articles/:id/favourite',
    'PUT /clubs/:id/chat/read',
    'PUT /clubs/:id/chat/messages/:messageId/report',
    'POST /online-consultation/:id/request/answer',
    'POST /online-consultation/:id/rating',
    'POST /online-consultation/:id/recordings/:recordingId/part',
    'POST /user',
    'POST /user/avatar',
    'POST /user/update-user',
    'POST /user/notification',
    'POST /user/prove',
    'POST /user/cookie-policy',
    'POST /user/supress-phone-validation',
    'POST /unsubscribe',
    'POST /push-subscriptions',
    'POST /user-course-streams/:streamId/filters',
    'PUT /chats/:id/messages/:messageId',
    'PUT /chats/:id/messages/:messageId/rating',
    'PUT /chats/:id/messages/:messageId/viewed',
    'PUT /consultations/updateRating/:id',
    'PUT /user-reminders/:id',
    'POST /user-notices/read',
    'PUT /user-notice-choices',
    'PUT /user-quiet-hours',
    'PUT /user-digest',
    'PUT /week-goal',
    'PUT /user-answers',
    'PUT /support-requests/:id/viewed',
    'POST /test-letter',
    'POST /payment-subscriptions/cancel',
    'POST /payment-subscriptions/:id/resume',
    'POST /payment-subscriptions/:id/pause',
    'POST /payment-subscriptions/:id/method',
  ],
  'is known by its key, as its own test says': ['POST /online-consultation'],
  'goes on with the payment that is under way, and is refused once nothing is owed': [
    'POST /orders/:id/pay',
    'POST /payment-subscriptions/:id/plan',
  ],
  'there is one at most, found again by what it is': [
    'POST /online-consultation/:id/request',
    'POST /online-consultation/:id/recordings',
    'POST /auth/signup-by-email',
    'POST /auth/signup-by-app-id',
    'POST /enrolment',
    'POST /user/second-factor',
    'POST /user-course-streams/demo',
    'POST /user-course-streams/:streamId/freeze/create',
    'POST /referral-jumps',
    'POST /order/:id',
    'POST /extend/:streamId/course-service/:serviceId',
    'POST /v2/catalog-position/:id/add-to-subscription',
  ],
  'keeps nothing: whoever hears it again knows it': [
    'POST /online-consultation/:id/call/signals',
    'POST /user-course-streams/:id/downloads/lease',
  ],
  'takes away what is gone the second time': [
    'POST /online-consultation/:id/release',
    'POST /online-consultation/:id/recordings/:recordingId/stop',
    'POST /online-consultation/:id/request/withdraw',
    'POST /consultation-orders/:id/withdraw',
    'POST /user-course-streams/:streamId/freeze/cancel',
    'GET /user-course-streams/:streamId/freeze/cancel',
    'POST /auth/logout',
    'POST /user/end-other-sessions',
    'DELETE /user',
    'DELETE /user/sessions/:id',
    'DELETE /user-external-auths/:id',
    'DELETE /media-files/:id',
    'DELETE /push-subscriptions',
    'DELETE /user-reminders/:id',
    'DELETE /v2/user-payment-method/:id',
    // A token is the same for ever, and a purchase is known by the store’s number.
    'POST /app-store/intents',
    'POST /app-store/purchases',
  ],
  'gives another secret or letter, at a limited rate': [
    'POST /calendar-feed/renew',
    'POST /auth/login',
    'POST /auth/login-by-app-id',
    'POST /auth/transfer-token',
    'POST /auth/request-password-reset',
    'POST /v2/auth/request-otp',
    'POST /user/request-phone-otp',
    'POST /user/request-proof',
    'POST /user/second-factor/secret',
  ],
  'spends a secret that works once': [
    'POST /setup',
    'POST /auth/exchange-transfer-token',
    'POST /auth/reset-password',
    'POST /v2/auth/verify-otp',
    'POST /user/verify-phone',
    'POST /user/update-password',
    'POST /user/second-factor/confirm',
    'POST /user/second-factor/recovery-codes',
    'POST /user/second-factor/turn-off',
  ],
  'writes nothing that lasts, or what is only counted': [
    'POST /invitation',
    'POST /orders/:id/check',
    'POST /setup/check',
    'POST /auth/transfer-token-holder',
    'POST /auth/validate-signup-form',
    'POST /enrolment/check',
    'POST /live/poll',
    'PUT /articles/:id/view',
    'POST /analytics-events',
    'POST /error-reports',
  ],
}

let app: TestApp
let admin: TestClient
let course: CourseFixture

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-05T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
  course = await insertHomeworkCourse(app)
  // The first job makes the tables of the queue.
  await askSupport({ client: await app.signIn(), requestId: 0 })
})
afterAll(() => app.close())

/** A learner with a submission of another homework that waits for its verdict. */
async function newPlace(): Promise<Place> {
  const pupil = await addPupil(app, course)
  const handedIn = homeworkOf(course, 'demo')
  await handIn(pupil, handedIn)
  const { data: cohorts } = await admin.call('GET /studio/cohorts')
  const cohortId = cohorts.find(({ course_id: id }) => id === course.id)?.id ?? 0
  const { order: orderId } = await insertSold(app.db, pupil.client.userId)
  const { service: serviceId } = await insertSold(app.db, admin.userId)
  const reviewId = await reviewOf(pupil, handedIn)
  const { id: clubId } = (await admin.call('POST /studio/clubs', { body: newClubBody() })).data
  return { ...pupil, course, reviewId, requestId: 0, cohortId, orderId, serviceId, clubId }
}

/** How many rows each table has, and what people have been given and have watched. */
async function contents(): Promise<Record<string, number>> {
  // The first receipt of a kind begins its series, whose row is counted up from then on.
  const { rows: tables } = await app.db.query<{ name: string }>({
    text: `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> 'receipt_series'`,
  })
  const counts = tables.map(({ name }) => `(select count(*)::int from ${name}) as "${name}"`)
  const sums = [
    '(select coalesce(sum(amount), 0)::int from user_scores) as points',
    '(select coalesce(sum(viewed_seconds), 0)::int from lesson_statistics) as seconds',
    `(select count(*)::int from pgboss.job where name like 'send-%') as letters`,
  ]
  const { rows } = await app.db.query<Record<string, number>>({ text: `select ${[...counts, ...sums].join(', ')}` })
  return rows[0] ?? {}
}

async function effectOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await contents()
  await work()
  const after = await contents()
  const changes = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

test('every write of the contracts says what happens when it is sent again [REL-02, TST-02]', () => {
  const declared = Object.values(contracts)
    .flatMap(({ calls }) => Object.keys(calls))
    .filter(name => !name.startsWith('GET '))
  const bound = app.routes.filter(({ name, call }) => !name.startsWith('GET ') || call.isWrite)
  expect(bound.map(({ name }) => name)).toEqual(expect.arrayContaining(declared))
  const others = bound.filter(({ name, call }) => ['public', 'learner'].includes(call.access) && !(name in keyed))
  expect(Object.values(unkeyed).flat().toSorted()).toEqual(others.map(({ name }) => name).toSorted())
})

test.each(Object.entries(keyed))(
  '%s: sent four times at once and again later, one effect and one answer [REL-02]',
  async (name, write) => {
    const send = async (place: Place, idempotencyKey: string) => {
      const client = write.by === 'admin' ? admin : write.by === 'visitor' ? app.visitor : place.client
      const { status, data } = await client.call(name as Name, { ...write.input(place), idempotencyKey })
      return { status, data: { ...data, ...(write.firstOnly && { [write.firstOnly]: null }) } as unknown }
    }
    const [once, often] = [await newPlace(), await newPlace()]
    await write.before?.(once)
    await write.before?.(often)
    const key = `${name} ${often.chatId}`
    const single = await effectOf(async () => expect((await send(once, `${name} once`)).status).toBe(200))
    expect(Object.keys(single)).not.toEqual([])
    const answers: Awaited<ReturnType<typeof send>>[] = []
    const repeated = await effectOf(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 4 }, () => send(often, key)))))
      answers.push(await send(often, key))
    })
    expect(repeated).toEqual(single)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.status).toBe(200)
  },
)

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import type { Calls } from '#shared/app/calls.ts'
import { newKey, insertUpload } from '../testing/chat-people.ts'
import { insertEarlierVersion, insertSubscription } from '../testing/course-fixture.ts'
import { insertImport } from '#server/features/courses/testing/insert-import.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import { notify } from '#server/features/notifications/notify.ts'
import { addPupil, handIn, homeworkOf, insertHomeworkCourse, type Pupil, reviewOf } from '../testing/homework-people.ts'
import { announce, announcementReads } from '../testing/announcement-writes.ts'
import { articleReads, publicArticle } from '../testing/article-writes.ts'
import { addBanners, bannerReads } from '../testing/banner-writes.ts'
import { clubChatReads, sayInClub } from '../testing/club-chat-writes.ts'
import { clubReads, newClubBody } from '../testing/club-writes.ts'
import { addPosition, positionReads } from '../testing/shop-writes.ts'
import { insertSold } from '../testing/insert-sold.ts'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'
import { growVideo } from '../testing/video-people.ts'
import { insertOwnersChat } from '../testing/owners-chat.ts'
import { awardScore } from '#server/features/points/queries.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

type Name = keyof Calls & string
type Given = () => Record<string, number | string>
type Reading = { by?: 'admin'; params?: Given; query?: Given }
const place = { stream: 0, chat: 0, course: 0, stage: 0, day: 0, dayStatus: 0, homework: 0, review: 0, file: 0 }
const more = { reminder: 0, request: 0, cohort: 0, film: 0, code: 0, lesson: 0, courseImport: 0, position: 0 }
const written = { club: 0, article: 0, banner: 0, announcement: 0 }
const video = { kind: 0, consultation: 0, call: 0 }
const sold = { service: 0, order: 0, subscription: 0, parts: 0, receipt: 0 }
const chatOf = () => ({ id: place.chat })
const streamOf = () => ({ id: place.stream })
const requestOf = () => ({ id: more.request })
const personOf = () => ({ id: learner.userId })

const ofOneself = (...names: Name[]) => Object.fromEntries(names.map(name => [name, {}]))

/** Every read, of what the learner has or, for staff, of what all have. Whatever can be expanded is. */
const reads: Partial<Record<Name, Reading>> = {
  'GET /site-configuration': {},
  'GET /external-application-config': {},
  'GET /remote-config': {},
  'GET /studio/brand': { by: 'admin' },
  'GET /user': {},
  'GET /user/second-factor': {},
  'GET /studio/mail': { by: 'admin' },
  'GET /studio/audit-log': { by: 'admin' },
  'GET /user-external-auth': {},
  'GET /user/cookie-policy': {},
  'GET /media-files/:id': { params: () => ({ id: place.file }) },
  'GET /user/sessions': {},
  'GET /user/referrals': {},
  'GET /user-score': {},
  'GET /user-score/amount': {},
  'GET /user-score/spending': {},
  'GET /courses': {},
  'GET /courses/versions': {},
  'GET /courses/:id': { params: () => ({ id: place.course }) },
  'GET /courses/:courseId/stages': { params: () => ({ courseId: place.course }) },
  'GET /courses/:courseId/stages/:stageId/days': {
    params: () => ({ courseId: place.course, stageId: place.stage }),
  },
  'GET /courses/:courseId/stages/:stageId/days/:dayId': {
    params: () => ({ courseId: place.course, stageId: place.stage, dayId: place.day }),
  },
  'GET /studio/course-imports': { by: 'admin' },
  'GET /studio/course-imports/:id': { by: 'admin', params: () => ({ id: more.courseImport }) },
  'GET /studio/courses': { by: 'admin' },
  'GET /studio/courses/:id/archive-effects': { by: 'admin', params: () => ({ id: place.course }) },
  'GET /studio/courses/:id/versions': { by: 'admin', params: () => ({ id: place.course }) },
  'GET /studio/courses/:id/versions/:versionId/effects': {
    by: 'admin',
    params: () => ({ id: place.course, versionId: 1 }),
  },
  'GET /studio/courses/:id/draft': { by: 'admin', params: () => ({ id: place.course }) },
  'GET /studio/courses/:id/draft/parts/:part': {
    by: 'admin',
    params: () => ({ id: place.course, part: draftPart }),
  },
  'GET /studio/courses/:id/draft/effects': { by: 'admin', params: () => ({ id: place.course }) },
  'GET /studio/library': { by: 'admin' },
  'GET /studio/library-storage': { by: 'admin' },
  'GET /studio/library/:id': { by: 'admin', params: () => ({ id: more.film }) },
  'GET /studio/courses/:id/trial': { by: 'admin', params: () => ({ id: place.course }) },
  'GET /studio/cohorts': { by: 'admin' },
  'GET /studio/cohorts/:id': { by: 'admin', params: () => ({ id: more.cohort }) },
  'GET /studio/cohorts/:id/codes': { by: 'admin', params: () => ({ id: more.cohort }) },
  'GET /studio/cohorts/:id/codes/:codeId/learners': {
    by: 'admin',
    params: () => ({ id: more.cohort, codeId: more.code }),
  },
  'GET /studio/cohorts/:id/learners': { by: 'admin', params: () => ({ id: more.cohort }) },
  'GET /course-services': {},
  'GET /public-page': { query: () => ({ path: '/explore' }) },
  'GET /course-services/view': { query: () => ({ id: sold.service }) },
  'GET /course-offer/find': { query: () => ({ courseId: place.course }) },
  'GET /catalog-position': { query: () => ({ perPage: 50 }) },
  ...bannerReads(() => ({ id: written.banner })),
  ...announcementReads(written, place),
  ...articleReads(written),
  ...clubChatReads(written),
  ...positionReads(() => ({ id: more.position })),
  ...clubReads(written),
  'GET /discount/check/code/:code/course-service/:serviceId': {
    params: () => ({ code: 'SPRING', serviceId: sold.service }),
  },
  'GET /checkout/:serviceId': { params: () => ({ serviceId: sold.service }) },
  'GET /orders': {},
  'GET /orders/:id': { params: () => ({ id: sold.order }) },
  'GET /installment': {},
  'GET /installment/:id': { params: () => ({ id: sold.parts }) },
  'GET /payment-subscription': {},
  'GET /payment-subscriptions/:id': { params: () => ({ id: sold.subscription }) },
  'GET /payment-subscriptions/:id/plans': { params: () => ({ id: sold.subscription }) },
  'GET /v2/user-payment-method': {},
  'GET /studio/orders': { by: 'admin' },
  'GET /studio/orders/:id': { by: 'admin', params: () => ({ id: sold.order }) },
  'GET /receipts/:id': { params: () => ({ id: sold.receipt }) },
  'GET /studio/receipts/:id': { by: 'admin', params: () => ({ id: sold.receipt }) },
  'GET /studio/services': { by: 'admin' },
  'GET /studio/services/:id': { by: 'admin', params: () => ({ id: sold.service }) },
  'GET /studio/discounts': { by: 'admin' },
  'GET /studio/orders/:id/subscription': { by: 'admin', params: () => ({ id: sold.order }) },
  'GET /studio/orders/:id/instalments': { by: 'admin', params: () => ({ id: sold.parts }) },
  'GET /studio/users/:id/points': { by: 'admin', params: personOf },
  'GET /studio/payments': { by: 'admin' },
  'GET /studio/app-stores': { by: 'admin' },
  'GET /studio/reconciliation': { by: 'admin', query: () => ({ month: '2026-12' }) },
  'GET /user-course-streams': {},
  'GET /user-course-streams/:id': { params: streamOf },
  'GET /extend/:streamId': { params: () => ({ streamId: place.stream }) },
  'GET /user-course-streams/:id/status': { params: streamOf },
  'GET /user-course-streams/:id/downloads': { params: streamOf },
  'GET /user-course-streams/:streamId/user-day-status/:dayStatusId/progress': {
    params: () => ({ streamId: place.stream, dayStatusId: place.dayStatus }),
  },
  'GET /chats': {},
  'GET /chats/:id': { params: chatOf },
  'GET /chats/:id/messages': { params: chatOf },
  'GET /chats/:id/consultations': { params: chatOf },
  'GET /studio/chats': { by: 'admin' },
  'GET /studio/chats/:id': { by: 'admin', params: chatOf },
  'GET /studio/phrases': { by: 'admin' },
  'GET /homework': {},
  'GET /user-course-streams/:streamId/user-homework': { params: () => ({ streamId: place.stream }) },
  'GET /user-course-streams/:streamId/user-homework/:statusId': {
    params: () => ({ streamId: place.stream, statusId: place.homework }),
  },
  'GET /studio/reviews': { by: 'admin' },
  'GET /studio/review-filters': { by: 'admin' },
  'GET /studio/reviews/:id': { by: 'admin', params: () => ({ id: place.review }) },
  'GET /support-category': {},
  'GET /support-requests': {},
  'GET /support-requests/:id': { params: requestOf },
  'GET /studio/support-requests': { by: 'admin' },
  'GET /studio/support-categories': { by: 'admin' },
  'GET /studio/support-requests/:id': { by: 'admin', params: requestOf },
  'GET /user-notices': {},
  ...ofOneself('GET /user-notices/unread', 'GET /user-notice-choices', 'GET /user-quiet-hours', 'GET /user-digest'),
  ...ofOneself('GET /activity', 'GET /week-goal', 'GET /user-answers'),
  'GET /user-reminders': {},
  'GET /user-reminders/:id': { params: () => ({ id: more.reminder }) },
  'GET /studio/users': { by: 'admin' },
  'GET /studio/users/:id': { by: 'admin', params: personOf },
  'GET /studio/users/:id/export': { by: 'admin', params: personOf },
  'GET /studio/learners/:id': { by: 'admin', params: personOf },
  'GET /studio/learners/:id/places/:placeId': {
    by: 'admin',
    params: () => ({ ...personOf(), placeId: place.stream }),
  },
  'GET /studio/learners/:id/work': { by: 'admin', params: personOf },
  'GET /studio/learners/:id/points': { by: 'admin', params: personOf },
  'GET /studio/learners/:id/orders': { by: 'admin', params: personOf },
  'GET /studio/learners/:id/notes': { by: 'admin', params: personOf },
  'GET /studio/alert-settings': { by: 'admin' },
  'GET /studio/teaching': { by: 'admin' },
  'GET /studio/workload': { by: 'admin' },
  'GET /studio/backups': { by: 'admin' },
  'GET /studio/figures/activity': { by: 'admin' },
  'GET /studio/figures/answers': { by: 'admin' },
  'GET /studio/figures/courses/:id/stops': { by: 'admin', params: () => ({ id: place.course }) },
  'GET /studio/figures/courses/:id/watching': { by: 'admin', params: () => ({ id: place.course }) },
  'GET /studio/figures/courses/:id/watching/:lessonId': {
    by: 'admin',
    params: () => ({ id: place.course, lessonId: more.lesson }),
  },
  'GET /studio/figures/sales': { by: 'admin' },
  'GET /studio/figures/subscriptions': { by: 'admin' },
  'GET /studio/figures/people': { by: 'admin', query: () => ({ kind: 'learners', course_id: place.course }) },
  'GET /online-consultation': {},
  'GET /course/online-consultations': {},
  'GET /online-consultation/slots': { query: () => ({ stream_id: place.stream, kind_id: video.kind }) },
  'GET /online-consultation/:id': { params: () => ({ id: video.consultation }) },
  'GET /online-consultation/:id/calendar': { params: () => ({ id: video.consultation }) },
  'GET /online-consultation/:id/call': { params: () => ({ id: video.call }) },
  'GET /online-consultation/:id/recordings': { params: () => ({ id: video.call }) },
  'GET /calendar-feed': {},
  'GET /events': {},
  'GET /schedule': { by: 'admin' },
  'GET /studio/video-consultations': { by: 'admin', query: () => ({ from: '2026-12-05' }) },
  'GET /studio/video-consultations/waiting': { by: 'admin' },
  'GET /studio/video-consultations/load': {
    by: 'admin',
    query: () => ({ from: '2026-12-05', until: '2026-12-31' }),
  },
  'GET /studio/video-consultations/:id': { by: 'admin', params: () => ({ id: video.consultation }) },
  'GET /studio/video-consultations/:id/experts': { by: 'admin', params: () => ({ id: video.consultation }) },
  'GET /studio/video-kinds': { by: 'admin' },
  'GET /studio/video-hours/:expertId': { by: 'admin', params: () => ({ expertId: admin.userId }) },
  'GET /studio/today': { by: 'admin' },
  'GET /studio/first-steps': { by: 'admin' },
}

let app: TestApp
let learner: TestClient
let admin: TestClient
let pupil: Pupil
let draftPart = ''
/** Who is asking, and what is asked for. */
const mostOf: Record<string, number> = {
  // The subscription, its order with all that was paid, and what it could be changed to.
  'GET /payment-subscriptions/:id/plans': 4,
  'GET /studio/orders/:id/subscription': 4,
  // The place, and what the school sells for it.
  'GET /extend/:streamId': 3,
  // What is sold with its courses, and the articles for everybody.
  'GET /public-page': 3,
  // The announcement, and its people.
  'GET /studio/announcements/:id/recipients': 3,
  // Whether the reader may see the learner is asked before what the learner has.
  'GET /studio/learners/:id/places/:placeId': 3,
  'GET /studio/learners/:id/points': 3,
  'GET /studio/learners/:id/orders': 3,
  // Whether the learner may book it, and when its experts are free.
  'GET /online-consultation/slots': 3,
  // The places with their days, and what else comes up, or is known of the files of these days.
  'GET /events': 3,
  'GET /user-course-streams/:id/downloads': 3,
  // The experts with their hours, and what is booked with them.
  'GET /studio/video-consultations': 3,
  'GET /studio/video-consultations/load': 3,
  'GET /studio/video-consultations/:id/experts': 3,
  // The queue's jobs and failures stand in tables of its own.
  'GET /studio/today': 3,
  'GET /studio/backups': 3,
  // The copy of all that is kept of a person is of many tables.
  'GET /studio/users/:id/export': 5,
  // What publishing does is found out by publishing, which is then taken back.
  'GET /studio/courses/:id/versions/:versionId/effects': 30,
  'GET /studio/courses/:id/draft/effects': 34,
  // The draft is held and checked as it is for its publication.
  'GET /studio/courses/:id/trial': 5,
}
/** What each read takes with a row of everything, and with many. */
const statements = { one: new Map<string, number>(), many: new Map<string, number>() }
const rows = 30

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-05T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
  const course = await insertHomeworkCourse(app)
  pupil = await addPupil(app, course)
  learner = pupil.client
  Object.assign(place, { stream: pupil.streamId, chat: pupil.chatId, course: course.id })
  await insertEarlierVersion(app.db, course.id)
  Object.assign(place, { stage: course.stages[0]?.id, day: course.days[0]?.id })
  more.lesson = course.days[0]?.lessonIds[0] ?? 0
  const { rows: cohorts } = await app.db.query<{ id: number }>({ text: 'select stream_id as id from user_streams' })
  more.cohort = cohorts[0]?.id ?? 0
  place.homework = pupil.statusOf(homeworkOf(course, 'demo'))
  place.file = await insertUpload(app, learner.userId)
  const day = { params: { streamId: place.stream, dayId: place.day }, body: {} }
  await learner.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', day)
  const finished = await learner.call('POST /user-course-streams/:streamId/user-day-status/:dayId/finish', day)
  place.dayStatus = finished.data.id
  await handIn(pupil, homeworkOf(course, 'demo'))
  place.review = await reviewOf(pupil, homeworkOf(course, 'demo'))
  await insertOwnersChat(app.db, {
    stream: place.stream,
    ownerId: learner.userId,
    expertId: admin.userId,
    now: app.clock.now,
  })
  video.call = await insertConsultation(app.db, {
    learnerId: learner.userId,
    expertId: admin.userId,
    streamId: place.stream,
    startsAt: app.clock.now,
  })
  more.reminder = (await remind()).data.id
  more.request = (await askSupport()).data.id
  await admin.call('POST /studio/courses/:id/draft', { params: { id: place.course } })
  draftPart = (await draftOf(place.course)).parts[0]?.id ?? ''
  more.film = await insertFilm(app.db)
  Object.assign(sold, await insertSold(app.db, learner.userId))
  more.courseImport = await insertImport(app.db)
  await grow()
  await countAll(statements.one)
  for (let row = 1; row < rows; row++) await grow()
  await countAll(statements.many)
})
afterAll(() => app.close())

const remind = () =>
  learner.call('POST /user-reminders', {
    body: { weekdays: [1], time: '09:00', is_enabled: true, text: '' },
    idempotencyKey: newKey(),
  })
const askSupport = () =>
  learner.call('POST /tech-questions', {
    body: { support_category_id: 23, name: 'Ann', message: 'How?' },
    idempotencyKey: newKey(),
  })
const draftOf = async (id: number) => (await admin.call('GET /studio/courses/:id/draft', { params: { id } })).data

/** One more of everything that people and schools have many of. */
async function grow() {
  const { userId } = learner
  const course = await insertHomeworkCourse(app)
  await insertImport(app.db)
  await app.db.query({ text: 'update courses set image_id = $1 where id = $2', values: [more.film, course.id] })
  await insertFilm(app.db)
  const { rows: made } = await app.db.query<{ id: number }>({
    text: `insert into streams (course_id, starts_on, ends_on) values ($1, '2026-12-01', '2026-12-31') returning id`,
    values: [course.id],
  })
  await app.db.query({
    text: `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on) values ($1, $2, $3, '2026-12-01', '2026-12-31')`,
    values: [userId, course.id, made[0]?.id],
  })
  const other = await addPupil(app, course)
  await handIn(other, homeworkOf(course, 'demo'))
  await app.db.query({ text: `update users set referred_by = $1 where id = $2`, values: [userId, other.client.userId] })
  const body = { message: 'Hello' }
  const said = { params: { id: place.chat }, body, idempotencyKey: newKey() }
  app.clock.now += 60_000
  await learner.call('POST /chats/:id/messages', said)
  await admin.call('POST /chats/:id/messages', said)
  await admin.call('POST /studio/chats/:id/notes', { params: { id: place.chat }, body: { text: 'A note' } })
  more.code = (await admin.call('POST /studio/cohorts/:id/codes', { params: { id: more.cohort }, body: {} })).data.id
  await admin.call('POST /studio/learners/:id/notes', { params: personOf(), body: { text: 'A note' } })
  await admin.call('POST /studio/phrases', { body: { shortcut: newKey(), text: 'Hello' } })
  const { revision, parts } = await draftOf(place.course)
  const stage = {
    id: randomUUID(),
    kind: 'stage' as const,
    parent_id: parts.find(({ kind }) => kind === 'course')?.id ?? '',
    sort: 9,
  }
  const added = await admin.call('POST /studio/courses/:id/draft/edits', {
    params: { id: place.course },
    body: { revision, added: [stage], placed: [] },
  })
  expect(added.status).toBe(200)
  await app.db.query({ text: `update support_messages set created_at = created_at - interval '1 hour'` })
  await askSupport()
  await remind()
  await insertUpload(app, userId)
  await insertSubscription(app.db, userId)
  Object.assign(video, await growVideo(app, admin, { userId, streamId: place.stream }))
  const { service } = await insertSold(app.db, userId)
  await app.db.query({ text: 'update services set course_id = $1 where id = $2', values: [course.id, service] })
  more.position = await addPosition(admin, service)
  await admin.call('POST /studio/clubs', { body: { ...newClubBody(), service_ids: [service] } })
  written.banner = await addBanners(admin)
  written.announcement = await announce(app, admin)
  Object.assign(written, await publicArticle(admin))
  for (const by of [admin, admin, admin]) await sayInClub(by, written.club)
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  await startSession(app.db, userId, caller, app.clock.now)
  await awardScore(app.db, userId, 5, newKey())
  const told = { kind: 'consultation', consultationId: video.call, what: 'confirmed', startsAt: 0 } as const
  await notify(app.db, [{ ...told, userId, key: newKey() }], app.clock.now)
}

async function countAll(counts: Map<string, number>) {
  for (const [name, { by, params, query }] of Object.entries(reads)) {
    const expand = app.routes.find(route => route.name === name)?.call.expand
    const input = { ...(params && { params: params() }), ...(query && { query: query() }), ...(expand && { expand }) }
    const ask = () => (by === 'admin' ? admin : learner).call(name as Name, input)
    // The first one also fills the memory of courses.
    const answer = await ask().then(ask)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.data).slice(0, 200)}`)
    counts.set(name, answer.statements)
  }
}

test('every read that is declared is counted [PRF-02, TST-02]', () => {
  const declared = app.routes.filter(({ name, call }) => name.startsWith('GET ') && !call.isWrite)
  expect(Object.keys(reads).sort()).toEqual(declared.map(({ name }) => name).sort())
})

test.each(Object.keys(reads))('%s asks the database as often for many rows as for one [PRF-02]', name => {
  expect(statements.many.get(name)).toBe(statements.one.get(name))
  expect(statements.many.get(name)).toBeLessThanOrEqual(mostOf[name] ?? 2)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, post } from '../testing/chat-people.ts'
import { type CourseFixture, insertEarlierVersion } from '../testing/course-fixture.ts'
import { addPupil, handIn, homeworkOf, insertHomeworkCourse, type Pupil } from '../testing/homework-people.ts'
import { mostOfStaff } from '../testing/counted-writes.ts'
import { changedIn, contentsOf } from '../testing/contents.ts'
import { repeatProblems } from '../testing/sent-again.ts'
import { peopleWrites } from '../testing/people-writes.ts'
import { importWrites, libraryWrites } from '../testing/library-writes.ts'
import { cohortWrites, type Trial } from '../testing/cohort-writes.ts'
import { videoWrites } from '../testing/video-people.ts'
import { paymentWrites, startAppBesideStripe } from '../testing/payment-writes.ts'
import { shopWrites } from '../testing/shop-writes.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

let app: TestApp
let course: CourseFixture
let pupil: Pupil
let expert: TestClient
let admin: TestClient
let support: TestClient

beforeAll(async () => {
  app = await startAppBesideStripe({ backups: { folder: '/dev/null/none', keep: 1 } })
  app.clock.set('2026-12-10T12:00:00Z')
  course = await insertHomeworkCourse(app)
  pupil = await addPupil(app, course)
  await app.db.query({ text: 'update courses set consultation_limit = 9' })
  await app.db.query({ text: 'update user_streams set max_consultation_count = 9' })
  expert = await app.signIn({ role: 'expert' })
  admin = await app.signIn({ role: 'admin' })
  support = await app.signIn({ role: 'support' })
  // The first letter starts the queue.
  await question()
})
afterAll(() => app.close())

const courseId = () => course.id
const inChat = () => ({ params: { id: pupil.chatId } })
const done = ({ status }: { status: number }) => expect(status).toBe(200)

/** A new submission, which nobody has begun to review. */
async function submission(): Promise<{ params: { id: number } }> {
  const fresh = await addPupil(app, course)
  const handed = await handIn(fresh, homeworkOf(course, 'required'))
  expect([handed.status, handed.data.code]).toEqual([200, undefined])
  const { rows } = await app.db.query<{ id: number }>({ text: 'select max(id) as id from homework_attempts' })
  return { params: { id: rows[0]?.id ?? 0 } }
}

/** An earlier version of the course, and the seal of what publishing it does. */
async function earlierVersion() {
  await insertEarlierVersion(app.db, course.id)
  const params = { id: course.id, versionId: 1 }
  const { data } = await admin.call('GET /studio/courses/:id/versions/:versionId/effects', { params })
  return { params: { id: course.id }, body: { version: 1, seal: data.seal } }
}

async function newCourse() {
  const { data } = await admin.call('POST /studio/courses', {
    body: { id: randomUUID(), title: 'Tea', language: 'en' },
  })
  return { params: { id: data.id } }
}

/** The parts of a draft, the course itself first. */
const draftParts = async (id: number) =>
  (await admin.call('GET /studio/courses/:id/draft', { params: { id } })).data.parts.toSorted(
    (a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null),
  )

/** A draft of which nothing is missing, and the seal of what publishing it does. */
async function readyDraft() {
  const { params } = await newCourse()
  for (const part of (await draftParts(params.id)).slice(1))
    await admin.call('PATCH /studio/courses/:id/draft/parts/:part', {
      params: { ...params, part: part.id },
      body: { revision: 1, content: { title: { en: 'One' } } },
    })
  const { data } = await admin.call('GET /studio/courses/:id/draft/effects', { params })
  return { params, body: { seal: data.seal } }
}

const orderOf = async () =>
  (await pupil.client.call('POST /chats/:id/consultation-orders', { ...inChat(), idempotencyKey: newKey() })).data.id

async function consultation(): Promise<{ params: { id: number }; body: object }> {
  const { data } = await expert.call('POST /studio/chats/:id/consultations', {
    ...inChat(),
    body: {},
    idempotencyKey: newKey(),
  })
  await post(expert, pupil.chatId, 'An answer')
  return { params: { id: data.id }, body: {} }
}

/** Closes what the trial before has opened. */
async function closeOpen() {
  const { rows } = await app.db.query<{ id: number }>({ text: `select id from consultations where status = 'open'` })
  await post(expert, pupil.chatId, 'An answer')
  for (const { id } of rows)
    done(await expert.call('POST /studio/consultations/:id/close', { params: { id }, body: {} }))
}

async function question(): Promise<{ params: { id: number } }> {
  const body = { target_id: null, support_category_id: 23, name: 'Ann', message: 'Why?' }
  const { data } = await pupil.client.call('POST /tech-questions', { body, idempotencyKey: newKey() })
  return { params: { id: data.id } }
}

const phrase = { shortcut: 'well', text: 'Well done!' }
const phraseOf = async () => ({ params: { id: (await expert.call('POST /studio/phrases', { body: phrase })).data.id } })
async function noteAbout() {
  const about = { id: pupil.client.userId }
  const written = await expert.call('POST /studio/learners/:id/notes', { params: about, body: { text: 'A note' } })
  return { params: { ...about, noteId: written.data.id } }
}

/** Every write of staff with what it leaves in the audit log; nothing only where nothing is changed. */
const writes: Record<string, Trial> = {
  'POST /studio/reviews/next': { by: () => expert, make: submission, logs: ['review.claim'] },
  'POST /studio/reviews/:id/claim': { by: () => expert, make: submission, logs: ['review.claim'] },
  'POST /studio/reviews/:id/release': {
    by: () => expert,
    async make() {
      const review = await submission()
      done(await expert.call('POST /studio/reviews/:id/claim', review))
      return review
    },
    logs: ['review.release'],
  },
  'POST /studio/reviews/:id/verdict': {
    by: () => expert,
    async make() {
      const review = await submission()
      done(await expert.call('POST /studio/reviews/:id/claim', review))
      return { ...review, body: { verdict: 'DONE' } }
    },
    logs: ['review.verdict'],
  },
  'PUT /studio/chats/:id/owner': {
    by: () => expert,
    make: () => ({ ...inChat(), body: { user_id: expert.userId } }),
    logs: ['chat.owner'],
  },
  'POST /studio/chats/:id/notes': {
    by: () => expert,
    make: () => ({ ...inChat(), body: { text: 'A note' } }),
    logs: ['chat.note'],
  },
  'POST /studio/learners/:id/notes': {
    by: () => expert,
    make: () => ({ params: { id: pupil.client.userId }, body: { text: 'A note' } }),
    logs: ['note.add'],
  },
  'PUT /studio/learners/:id/notes/:noteId': {
    by: () => expert,
    make: async () => ({ ...(await noteAbout()), body: { text: 'Another' } }),
    logs: ['note.change'],
  },
  'DELETE /studio/learners/:id/notes/:noteId': { by: () => expert, make: noteAbout, logs: ['note.remove'] },
  'POST /studio/phrases': { by: () => expert, make: () => ({ body: phrase }), logs: ['phrase.add'] },
  'PUT /studio/phrases/:id': {
    by: () => expert,
    make: async () => ({ ...(await phraseOf()), body: { ...phrase, text: 'Good!' } }),
    logs: ['phrase.change'],
  },
  'DELETE /studio/phrases/:id': { by: () => expert, make: phraseOf, logs: ['phrase.remove'] },
  'POST /studio/chats/:id/consultations': {
    by: () => expert,
    make: () => ({ ...inChat(), body: {} }),
    logs: ['consultation.open'],
  },
  'POST /studio/consultations/:id/close': {
    by: () => expert,
    async make() {
      await closeOpen()
      return consultation()
    },
    logs: ['consultation.close'],
  },
  'POST /studio/consultations/:id/cancel': { by: () => expert, make: consultation, logs: ['consultation.cancel'] },
  'POST /studio/consultation-orders/:id/decline': {
    by: () => expert,
    make: async () => ({ params: { id: await orderOf() }, body: {} }),
    logs: ['consultation_order.decline'],
  },
  'POST /studio/consultation-orders/:id/approve': {
    by: () => expert,
    make: async () => ({ params: { id: await orderOf() }, body: {} }),
    logs: ['consultation_order.approve'],
  },
  'POST /studio/consultations/:id/reopen': {
    by: () => expert,
    async make() {
      await closeOpen()
      const ended = await consultation()
      done(await expert.call('POST /studio/consultations/:id/close', ended))
      return ended
    },
    logs: ['consultation.reopen'],
  },
  'POST /studio/support-requests/:id/messages': {
    by: () => support,
    make: async () => ({ ...(await question()), body: { message: 'Because' } }),
    logs: ['support.answer'],
  },
  'PUT /studio/support-requests/:id/state': {
    by: () => support,
    make: async () => ({ ...(await question()), body: { state: 'closed' } }),
    logs: ['support.close'],
  },
  'PUT /studio/support-requests/:id/owner': {
    by: () => support,
    make: async () => ({ ...(await question()), body: { user_id: support.userId } }),
    logs: ['support.owner'],
  },
  ...peopleWrites({ app: () => app, admin: () => admin }),
  'PUT /studio/brand': {
    by: () => admin,
    make: () => ({ body: { override: { site: { name: 'Another' } }, version: 0 } }),
    logs: ['brand.change'],
  },
  'POST /studio/courses/:id/versions': { by: () => admin, make: earlierVersion, logs: ['course.publish'] },
  'POST /studio/courses': {
    by: () => admin,
    make: () => ({ body: { id: randomUUID(), title: 'Tea', language: 'en' } }),
    logs: ['course.add'],
  },
  'POST /studio/courses/:id/draft/discard': {
    by: () => admin,
    make: async () => ({ ...(await newCourse()), body: { revision: 1 } }),
    logs: ['course.draft_discard'],
  },
  'POST /studio/courses/:id/draft/publication': { by: () => admin, make: readyDraft, logs: ['course.publish'] },
  'POST /studio/courses/:id/trial': {
    by: () => admin,
    async make() {
      const { params } = await readyDraft()
      const dates = { starts_on: '2026-12-01', ends_on: '2026-12-30', date: '2026-12-02' }
      return { params, body: { ...dates, is_caught_up: true } }
    },
    logs: ['course.try'],
  },
  'PUT /studio/courses/:id/experts': {
    by: () => admin,
    make: async () => ({
      ...(await newCourse()),
      body: { user_ids: [(await app.signIn({ role: 'expert' })).userId], seen_ids: [] },
    }),
    logs: ['course.experts'],
  },
  // How one is told is one's own matter.
  'PUT /studio/alert-settings': {
    by: () => expert,
    make: async () => ({ body: (await expert.call('GET /studio/alert-settings')).data }),
    logs: [],
  },
  // What is written in a draft is told when it is published.
  'POST /studio/courses/:id/draft': { by: () => admin, make: () => ({ params: { id: course.id } }), logs: [] },
  'POST /studio/courses/:id/draft/authors': {
    by: () => admin,
    make: async () => ({ ...(await newCourse()), body: { part: null } }),
    logs: [],
  },
  'POST /studio/courses/:id/draft/edits': {
    by: () => admin,
    async make() {
      const made = await newCourse()
      const [part] = await draftParts(made.params.id)
      const added = [{ id: randomUUID(), kind: 'stage', parent_id: part?.id, sort: 5 }]
      return { ...made, body: { revision: 1, added, placed: [] } }
    },
    logs: [],
  },
  'PATCH /studio/courses/:id/draft/parts/:part': {
    by: () => admin,
    async make() {
      const { params } = await newCourse()
      const [part] = await draftParts(params.id)
      return { params: { ...params, part: part?.id }, body: { revision: 1, content: { licence: 'CC BY' } } }
    },
    logs: [],
  },
  ...shopWrites({ db: () => app.db, admin: () => admin, learner: () => pupil.client.userId }),
  ...paymentWrites({ admin: () => admin }),
  ...libraryWrites({ db: () => app.db, admin: () => admin }),
  ...importWrites({ db: () => app.db, admin: () => admin }),
  'POST /studio/test-letter': { by: () => admin, make: () => ({}), logs: [] },
  'POST /studio/failed-jobs/retry': {
    by: () => admin,
    // Of a film that is ready, so that nothing is done about it.
    async make() {
      await app.db.query({
        text: `with film as (
            insert into media (key, type, name, mime, files, brand_id, status)
            values (gen_random_uuid(), 1, 'a.mp4', 'video/mp4', '{}', 'kurso', 'DONE') returning id
          )
          insert into pgboss.job select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(),
            'name', 'convert-video', 'state', 'failed', 'data', jsonb_build_object('mediaId', film.id),
            'singleton_key', film.id::text))).*
          from (select j from pgboss.job j limit 1) one, lateral (select (one.j).*) j, film`,
      })
      return {}
    },
    logs: ['jobs.retry'],
  },
  'POST /studio/backups': { by: () => admin, make: () => ({}), logs: ['backup.make'] },
  ...cohortWrites({ signIn: () => app.signIn(), admin: () => admin, place: () => pupil.streamId, course: courseId }),
  ...videoWrites({ app: () => app, by: () => admin, pupil: () => pupil }),
  // Answers what would be wrong.
  'POST /studio/brand/check': { by: () => admin, make: () => ({ body: { override: {} } }), logs: [] },
  // It is forgotten after a day, unless the brand names it, which is logged.
  'POST /studio/brand/pictures': {
    by: () => admin,
    make: () => ({ body: { data: btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>') } }),
    logs: [],
  },
}

test('the table has every write of staff and no other [STF-13, TST-02]', () => {
  const ofStaff = app.routes.filter(
    ({ name, call }) => !name.startsWith('GET ') && !['public', 'learner'].includes(call.access),
  )
  expect(Object.keys(writes).toSorted()).toEqual(ofStaff.map(({ name }) => name).toSorted())
})

test.each(Object.entries(writes))(
  '%s leaves its line in the audit log, with few statements, and nothing more when it is sent again [STF-13, PRF-02, REL-02, TST-02]',
  async (name, { by, make, logs }) => {
    const input = await make()
    const { rows } = await app.db.query<{ last: number }>({
      text: 'select coalesce(max(id), 0) as last from audit_log',
    })
    const sent = { idempotencyKey: newKey(), ...input }
    const answer = await by().call(name as 'POST /studio/reviews/next', sent)
    expect([answer.status, answer.status === 200 || answer.data.code]).toEqual([200, true])
    expect(answer.statements).toBeLessThanOrEqual(mostOfStaff[name] ?? 4)
    const noted = await app.db.query({
      text: 'select action, actor_id from audit_log where id > $1 order by id',
      values: [rows[0]?.last],
    })
    expect(noted.rows).toEqual(logs.map(action => ({ action, actor_id: by().userId })))
    const before = await contentsOf(app.db)
    app.clock.now += 1000
    const again = await by().call(name as 'POST /studio/reviews/next', sent)
    expect(repeatProblems(name, answer, again, changedIn(before, await contentsOf(app.db)))).toEqual([])
  },
)

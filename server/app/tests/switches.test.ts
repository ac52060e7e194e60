import { afterAll, beforeAll, expect, test } from 'vitest'
import { wirePath } from '#shared/platform/contract.ts'
import type { SwitchTrials } from '#shared/features/brands/testing/switches.ts'
import { addBanners } from '../testing/banner-writes.ts'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'
import { type ChatPeople, startChat } from '../testing/chat-people.ts'
import { enrol } from '../testing/course-fixture.ts'
import type { TestClient } from '../testing/test-client.ts'
import { articleTerms } from '#server/features/articles/testing/access.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let people: ChatPeople
let admin: TestClient
let clubId = 0
let articleId = 0

beforeAll(async () => {
  app = await startTestApp()
  people = await startChat(app)
  await app.db.query({
    text: `update courses set key = 'morning-practice', days_count = 2 where id = $1`,
    values: [people.course.id],
  })
  admin = await app.signIn({ role: 'admin' })
  await addBanners(admin)
  clubId = (await admin.call('POST /studio/clubs', { body: clubTerms })).data.id
  const article = { params: { id: clubId }, body: { ...articleTerms, is_public: true } }
  articleId = (await admin.call('POST /studio/clubs/:id/articles', article)).data.id
  const publication = { params: { id: articleId }, body: { state: 'published', at: null, revision: 1 } } as const
  await admin.call('PUT /studio/articles/:id/publication', publication)
})
afterAll(() => app.close())

const setting = (path: string, value: boolean, appType: 'web' | 'mobile' = 'web') => {
  const { config, mobileApp } = app.brands.default
  const names = path.split('.')
  const last = names.pop() ?? ''
  const place = names.reduce<object>(
    (inner, name) => Reflect.get(inner, name) as object,
    appType === 'web' ? config : mobileApp,
  )
  Reflect.set(place, last, value)
}

type Headers = Record<string, string>
const visit = async (name: `POST ${string}`, payload: object, headers: Headers) => {
  const { method, path: url } = wirePath(name)
  const answer = await app.server.inject({
    method: method as 'POST',
    url,
    payload,
    headers: { 'x-app-id': 'kurso', ...headers },
  })
  return answer.statusCode
}

const signal = { from: 'learner00000.0', to: '', kind: 'here', text: '' } as const

/** What a learner gets of a consultation that begins now: by each kind of call, among what comes up, and in their calendar. */
async function talks(headers: Headers): Promise<unknown> {
  const { learner, expert, streamId } = people
  await app.db.query({ text: 'delete from video_consultations' })
  const startsAt = app.clock.now
  const id = await insertConsultation(app.db, {
    learnerId: learner.userId,
    expertId: expert.userId,
    streamId,
    startsAt,
  })
  const params = { id }
  const list = await learner.call('GET /online-consultation', { headers })
  const read = await learner.call('GET /online-consultation/:id', { params, headers })
  const told = await learner.call('PUT /online-consultation/update', { query: params, body: { note: 'a' }, headers })
  const call = await learner.call('GET /online-consultation/:id/call', { params, headers })
  const said = await learner.call('POST /online-consultation/:id/call/signals', { params, body: signal, headers })
  const asExpert = await expert.call('GET /online-consultation/:id/call', { params })
  const { data: coming } = await learner.call('GET /events', { headers })
  const feed = new URL((await learner.call('GET /calendar-feed')).data.url).pathname
  const calendar = await app.server.inject({ url: feed })
  return {
    statuses: [list, read, told, call, said, asExpert].map(({ status }) => status),
    isComing: coming.events.some(({ kind }) => kind === 'consultation'),
    isInCalendar: calendar.body.includes(`/videoconsultations/${id}`),
  }
}

/** What somebody who runs a club gets as its members do: clubs and articles of a list, an article, the questions, the chat. */
async function clubParts(headers: Headers): Promise<unknown> {
  const params = { id: clubId }
  return [
    (await admin.call('GET /community', { headers })).data.length,
    (await admin.call('GET /articles/preview', { headers })).data.member.length,
    (await admin.call('GET /articles/:id', { params: { id: articleId }, headers })).status,
    (await admin.call('GET /clubs/:id/faq', { params, headers })).status,
    (await admin.call('GET /clubs/:id/chat', { params, headers })).status,
  ]
}

/** What somebody gets by each switch, on and off. */
const trials: SwitchTrials<'server', { ask: (headers: Headers) => Promise<unknown>; on: unknown; off: unknown }> = {
  isDemoAccessible: {
    ask: async headers => (await (await app.signIn()).call('POST /user-course-streams/demo', { headers })).status,
    on: 200,
    off: 403,
  },
  isChatSupport: {
    ask: async headers => [
      (await people.learner.call('GET /chats', { headers })).data.length,
      (await people.learner.call('GET /chats/:id/messages', { params: { id: people.chatId }, headers })).status,
      (await people.learner.call('GET /chats/:id/consultations', { params: { id: people.chatId }, headers })).status,
      (await people.learner.call('GET /user-course-streams', { headers })).data.filter(
        one => one.chat_channel_id !== null,
      ).length,
    ],
    on: [1, 200, 200, 1],
    off: [0, 404, 404, 0],
  },
  isBannerEnable: {
    ask: async headers => [
      (await people.learner.call('GET /banners', { headers })).data.length,
      (await people.learner.call('GET /banner/new-features', { query: { position: 1 }, headers })).data.length,
    ],
    on: [1, 1],
    off: [0, 0],
  },
  isRegistrationEnable: {
    ask: headers => visit('POST /auth/validate-signup-form', { email: 'free@example.com' }, headers),
    on: 200,
    off: 403,
  },
  isUserAnonAuthEnable: {
    ask: headers => visit('POST /auth/validate-signup-form', { app_id: 'installation-1' }, headers),
    on: 200,
    off: 403,
  },
  isNewRenewCourseEnable: {
    ask: async headers => {
      const params = { streamId: people.streamId }
      return (await people.learner.call('GET /extend/:streamId', { params, headers })).status
    },
    on: 200,
    off: 409,
  },
  isDemoStreamListed: {
    ask: async headers => {
      const learner = await app.signIn()
      await enrol(app.db, people.course, learner.userId, { isDemo: true })
      return (await learner.call('GET /user-course-streams', { headers })).data.length
    },
    on: 1,
    off: 0,
  },
  isConsultationEnable: {
    ask: async headers =>
      (await people.learner.call('GET /chats/:id/consultations', { params: { id: people.chatId }, headers })).status,
    on: 200,
    off: 404,
  },
  isCommunityEnable: { ask: clubParts, on: [1, 1, 200, 200, 200], off: [0, 0, 404, 404, 404] },
  isOfflineEnable: {
    ask: async headers => {
      const params = { id: people.streamId }
      const list = await people.learner.call('GET /user-course-streams/:id/downloads', { params, headers })
      const lease = { params, body: { file_ids: [] }, headers }
      return [list.status, (await people.learner.call('POST /user-course-streams/:id/downloads/lease', lease)).status]
    },
    on: [200, 200],
    off: [403, 403],
  },
  isVideoConsultationSupport: {
    ask: talks,
    on: { statuses: [200, 200, 200, 200, 200, 200], isComing: true, isInCalendar: true },
    off: { statuses: [404, 404, 404, 404, 404, 404], isComing: false, isInCalendar: false },
  },
  'emailRules.isStrict': {
    ask: headers => visit('POST /auth/validate-signup-form', { email: '"a"@example.com' }, headers),
    on: 422,
    off: 200,
  },
  'analytics.own': {
    ask: async headers => {
      const events = [{ name: 'page_view', params: {}, occurred_at: Math.floor(app.clock.now / 1000) }]
      return (await app.visitor.call('POST /analytics-events', { body: { events }, headers })).data.accepted
    },
    on: 1,
    off: 0,
  },
}

test.each(Object.entries(trials))('the server obeys %s [BRD-05]', async (name, { ask, on, off }) => {
  setting(name, true)
  expect(await ask({})).toEqual(on)
  setting(name, false)
  expect(await ask({})).toEqual(off)
  setting(name, true)
})

test('learners of an app without video consultations have none, while those of another, its expert and the calendar go on [BRD-04] [BRD-05]', async () => {
  setting('isVideoConsultationSupport', true)
  setting('isVideoConsultationSupport', false, 'mobile')
  expect(await talks({ 'x-app-type': 'mobile' })).toEqual({
    statuses: [404, 404, 404, 404, 404, 200],
    isComing: false,
    isInCalendar: true,
  })
})

test.each([
  'isDemoAccessible',
  'isBannerEnable',
  'isChatSupport',
  'isRegistrationEnable',
  'isUserAnonAuthEnable',
  'isOfflineEnable',
] as const)('the mobile app has its own %s [BRD-04] [BRD-05]', async name => {
  const { ask, on, off } = trials[name]
  const asMobile = { 'x-app-type': 'mobile' }
  setting(name, true)
  setting(name, false, 'mobile')
  expect(await ask(asMobile)).toEqual(off)
  setting(name, true, 'mobile')
  expect(await ask(asMobile)).toEqual(on)
})

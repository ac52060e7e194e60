import type { TSchema } from 'typebox'
import { expect } from 'vitest'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import { callSchema } from '#server/platform/http/call-schema.ts'
import { paramNames, wirePath } from '#shared/platform/contract.ts'
import { type CourseFixture, enrol, insertCourse } from './course-fixture.ts'
import { discountTerms, newServiceBody, positionBodies, sellEverything, serviceTerms } from './shop-writes.ts'
import { startTestApp, type TestApp } from './test-app.ts'

type Fields = Record<string, unknown>
type Part = 'params' | 'query' | 'body'
export type Language = 'en' | 'ru' | 'es'
export type Sent = { params: Fields; query: string; body: string | undefined }

let app: TestApp
let token = ''
let learnerId = 0
let staffToken = ''
let course: CourseFixture
let streamId = 0
/** Somebody expendable, to be blocked, signed out and erased. */
let somebody = 0
/** What is sold, so that its changes get as far as the database. */
const sold = { service: 0, discount: 0, position: 0, banner: 0, announcement: 0, article: 0 }
let visits = 0

/** The real server with a learner in a course; `send` asks as the learner, or as an administrator for staff calls. */
export async function startHostileApp() {
  app = await startTestApp({ hearsNotifications: true })
  app.clock.set('2026-12-02T10:00:00Z')
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
  const learner = await app.signIn({ email: 'learner@example.com' })
  token = learner.token
  learnerId = learner.userId
  somebody = (await app.signIn()).userId
  const staff = await app.signIn({ role: 'admin' })
  staffToken = staff.token
  Object.assign(sold, await sellEverything(staff))
  streamId = await enrol(app.db, course, learner.userId)
  return { app, streamId }
}

const december = { starts_on: '2026-12-01', ends_on: '2026-12-30' }
const aPart = '11111111-1111-4111-8111-111111111111'
const placeAction = (): Fields => ({
  place_ids: [streamId],
  action: 'freeze',
  cohort_id: 1,
  start_date: '2026-12-03',
  end_date: '2026-12-04',
  days: 1,
})

/** A valid body for each call that has one. */
export const bodies: Record<string, () => Fields> = {
  'POST /auth/signup-by-email': () => ({ username: 'x', email: 'nobody', password: 'x', password_repeat: 'x' }),
  'POST /auth/validate-signup-form': () => ({ email: 'nobody' }),
  'POST /auth/login-by-app-id': () => ({ app_id: 'installation-1', password: 'x' }),
  'POST /auth/signup-by-app-id': () => ({ app_id: 'installation-1', password: 'x', password_repeat: 'x' }),
  'POST /auth/request-password-reset': () => ({ email: 'nobody' }),
  'POST /auth/reset-password': () => ({ token: 'x', password: 'x', password_repeat: 'x' }),
  'POST /v2/auth/request-otp': () => ({ email: 'nobody' }),
  'POST /v2/auth/verify-otp': () => ({ email: 'nobody', code: '1' }),
  'POST /user/request-phone-otp': () => ({ phone: '1' }),
  'POST /user/verify-phone': () => ({ phone: '1', code: '1' }),
  'POST /user/prove': () => ({ password: 'x', code: '1' }),
  'POST /user/update-password': () => ({ password: 'x', password_repeat: 'x' }),
  'POST /auth/login': () => ({ email: 'nobody', password: 'x' }),
  'POST /user': () => ({ city: 'Riga' }),
  'POST /user/avatar': () => ({ avatar_file_id: 1 }),
  'POST /user/update-user': () => ({ status: 20 }),
  'POST /user/notification': () => ({ disable_notification: 0 }),
  'POST /referral-jumps': () => ({ code: 'x', visitor: '4a3f4a3f-1111-4222-8333-444444444444' }),
  'POST /auth/exchange-transfer-token': () => ({ token: 'x' }),
  'POST /auth/transfer-token-holder': () => ({ token: 'x' }),
  'POST /user/cookie-policy': () => ({ analytics: true, marketing: false, decided_at: 1 }),
  'POST /analytics-events': () => ({ events: [{ name: 'login', params: {}, occurred_at: 1 }] }),
  'POST /error-reports': () => ({ reports: [{ kind: 'error', name: 'x', message: 'x', stack: 'x', path: '/' }] }),
  'POST /user-course-streams/:streamId/filters': () => ({ filters: {} }),
  'POST /user-course-streams/:id/downloads/lease': () => ({ file_ids: [1] }),
  'POST /user-course-streams/:streamId/user-day-status/:dayId/start': () => ({ occurred_at: 1 }),
  'POST /user-course-streams/:streamId/user-day-status/:dayId/finish': () => ({ occurred_at: 1 }),
  'POST /save-lesson-stat': () => ({
    user_course_stream_id: streamId,
    stage_day_id: course.days[0]?.id,
    stage_day_lesson_set_lesson_id: course.days[0]?.lessonIds[0],
    viewed_seconds: 0,
    play_count: 0,
    day_status: 'none',
    position_seconds: 1,
    occurred_at: 1,
    film: { id: 1, seconds: [{ from: 0, until: 1 }] },
  }),
  'POST /chats/:id/messages': () => ({ message: 'Hello', file_ids: [] }),
  'PUT /chats/:id/messages/:messageId': () => ({ message: 'Hello' }),
  'PUT /chats/:id/messages/:messageId/rating': () => ({ rating: 5 }),
  'PUT /chats/:id/messages/:messageId/viewed': () => ({ id: 1, is_viewed: 1 }),
  'PUT /studio/chats/:id/owner': () => ({ user_id: null }),
  'PUT /studio/courses/:id/state': () => ({ state: 'current' }),
  'POST /studio/courses/:id/versions': () => ({ version: 1, seal: 'x' }),
  'POST /studio/course-imports': () => ({ file_id: 1, language: 'en' }),
  'POST /studio/courses': () => ({ id: aPart, title: 'Tea', language: 'en' }),
  'POST /studio/courses/:id/draft/discard': () => ({ revision: 99 }),
  'POST /studio/courses/:id/draft/authors': () => ({ part: null }),
  'POST /studio/courses/:id/draft/edits': () => ({
    revision: 1,
    added: [{ id: aPart, kind: 'day', parent_id: aPart, sort: 0, content: { title: { en: 'x' } } }],
    placed: [{ id: aPart, parent_id: aPart, sort: 0, is_removed: false }],
  }),
  'PATCH /studio/courses/:id/draft/parts/:part': () => ({ revision: 1, content: { title: { en: 'Hello' } } }),
  'POST /studio/courses/:id/draft/publication': () => ({ seal: 'x' }),
  'PUT /studio/library/:id/subtitles/:language': () => ({ data: 'AAAA' }),
  'POST /studio/library/:id/replacement': () => ({ file_id: 1 }),
  'PUT /studio/library/:id/poster': () => ({ second: 1, picture_id: 1 }),
  'PATCH /studio/library/:id': () => ({ name: 'Tea' }),
  'POST /studio/courses/:id/trial': () => ({ ...december, date: '2026-12-02', is_caught_up: true }),
  'PUT /studio/courses/:id/experts': () => ({ user_ids: [1], seen_ids: [1] }),
  'POST /studio/cohorts': () => ({ course_id: course.id, starts_on: '2026-12-03', ends_on: '2026-12-30', seats: 9 }),
  'POST /studio/cohorts/:id/effects': () => ({ ...december, seats: 9 }),
  'PUT /studio/cohorts/:id': () => ({ ...december, seats: 9, seal: 'x' }),
  'POST /studio/cohorts/:id/learners': () => ({ user_ids: [learnerId], is_demo: false }),
  'POST /studio/cohorts/:id/people/check': () => ({ people: [{ line: 1, name: 'x', email: 'x', phone: 'x' }] }),
  'POST /studio/cohorts/:id/people': () => ({ people: [{ line: 1, name: 'x', email: 'x', phone: 'x' }] }),
  'POST /studio/cohorts/:id/codes': () => ({ name: 'Class', seats: 9, ends_on: '2026-12-30', is_demo: false }),
  'POST /enrolment/check': () => ({ code: 'K7MWQ4TZ' }),
  'POST /enrolment': () => ({ code: 'K7MWQ4TZ' }),
  'POST /studio/cohorts/:id/learners/effects': placeAction,
  'POST /studio/cohorts/:id/learners/actions': () => ({ ...placeAction(), seal: 'x' }),
  'POST /studio/chats/:id/notes': () => ({ text: 'Hello' }),
  'POST /studio/learners/:id/notes': () => ({ text: 'Hello' }),
  'PUT /studio/learners/:id/notes/:noteId': () => ({ text: 'Hello' }),
  'POST /studio/phrases': () => ({ shortcut: 'hi', text: 'Hello', sort: 1 }),
  'PUT /studio/phrases/:id': () => ({ shortcut: 'hi', text: 'Hello', sort: 1 }),
  'PUT /consultations/updateRating/:id': () => ({ id: 1, rating: 5 }),
  'POST /studio/reviews/:id/verdict': () => ({ verdict: 'DONE' }),
  'POST /studio/chats/:id/consultations': () => ({ start_message_id: 1, amount: 1 }),
  'PUT /studio/brand': () => ({ override: { site: { name: 'Hostile' } }, version: 0 }),
  'POST /studio/brand/check': () => ({ override: {} }),
  'POST /studio/brand/pictures': () => ({ data: 'AAAA' }),
  'POST /studio/users': () => ({ first_name: 'Vera', email: 'vera', role: 'learner' }),
  'PATCH /studio/users/:id': () => ({ first_name: 'Vera' }),
  'POST /studio/users/:id/block': () => ({ reason: 'Spam' }),
  'POST /studio/users/:id/erase': () => ({ confirm: 'vera' }),
  'POST /studio/consultations/:id/close': () => ({ amount: 1 }),
  'POST /test-letter': () => ({ token: 'x' }),
  'POST /invitation': () => ({ token: 'x' }),
  'POST /setup/check': () => ({ code: 'x' }),
  'POST /setup': () => ({
    code: 'x',
    school_name: 'Yoga',
    languages: ['en'],
    default_language: 'en',
    first_name: 'Vera',
    last_name: 'Ray',
    email: 'vera',
    password: 'x',
    timezone: 'UTC',
    currency: 'EUR',
  }),
  'POST /push-subscriptions': () => ({ endpoint: 'https://push.example.com/x', keys: { p256dh: 'x', auth: 'x' } }),
  'POST /user-notices/read': () => ({ until_id: 1 }),
  'PUT /user-notice-choices': () => ({ kind: 'message', way: 'list' }),
  'PUT /user-quiet-hours': () => ({ is_on: true, from_time: '22:00', until_time: '08:00' }),
  'PUT /user-digest': () => ({ pace: 'daily' }),
  'POST /user-reminders': () => ({ weekdays: [1], time: '09:00', is_enabled: true, text: '' }),
  'PUT /user-reminders/:id': () => ({ weekdays: [1], time: '09:00', is_enabled: true, text: '' }),
  'PUT /studio/alert-settings': () => ({
    by_badge: true,
    by_push: true,
    by_letter: true,
    weekdays: [1],
    from_time: '09:00',
    until_time: '18:00',
  }),
  'POST /unsubscribe': () => ({ token: 'x' }),
  'POST /tech-questions': () => ({ target_id: null, support_category_id: 23, name: 'Ann', message: 'Hello' }),
  'POST /tech-questions/auto': () => ({ target_id: streamId, support_category_id: 7, name: 'Ann' }),
  'POST /tech-questions/anonymous': () => ({ email: 'a@school.io', name: 'A', message: 'Hi', support_category_id: 23 }),
  'POST /support-requests/:id/messages': () => ({ message: 'Hello' }),
  'PUT /support-requests/:id/viewed': () => ({ number: 1 }),
  'POST /studio/orders': () => ({ user_id: learnerId, service_id: 1, currency: 'EUR', amount: 1, reason: 'x' }),
  'PUT /studio/payments/account': () => ({ provider: 'stripe' }),
  'PUT /studio/payments/terms': () => ({ currency: 'EUR', grace_days: 14, reminds_unpaid: true, seller: 'A school' }),
  'POST /studio/users/:id/points': () => ({ amount: 1, reason: 'x' }),
  'POST /studio/orders/:id/subscription': () => ({ kind: 'pause', reason: 'x' }),
  'POST /studio/orders/:id/instalments': () => ({ on: '2030-01-01', parts: 2, reason: 'x' }),
  'POST /extend/:streamId/course-service/:serviceId': () => ({ name: 'Ann' }),
  'POST /studio/orders/:id/refunds': () => ({ amount: 1, reason: 'x' }),
  'POST /studio/services': () => newServiceBody,
  'PUT /studio/services/:id': () => ({ ...serviceTerms, revision: 1 }),
  'PUT /studio/services/:id/state': () => ({ state: 'hidden' }),
  'POST /studio/discounts': () => ({ code: 'AUTUMN', ...discountTerms }),
  'PUT /studio/discounts/:id': () => ({ ...discountTerms, revision: 1 }),
  'PUT /studio/discounts/:id/state': () => ({ state: 'archived' }),
  ...positionBodies(() => sold.service),
  'POST /studio/support-requests/:id/messages': () => ({ message: 'Hello' }),
  'PUT /studio/support-requests/:id/state': () => ({ state: 'closed' }),
  'PUT /studio/support-requests/:id/owner': () => ({ user_id: null }),
}
/** The other params are numbers: 1 will do. */
const paramValues: Record<string, () => unknown> = {
  code: () => 'SPRING',
  id: () => streamId,
  streamId: () => streamId,
  courseId: () => course.id,
  stageId: () => course.stages[0]?.id,
  dayId: () => course.days[0]?.id,
  lessonId: () => course.days[0]?.lessonIds[0],
  placeId: () => streamId,
  expertId: () => somebody,
  language: () => 'en',
  part: () => aPart,
}

/** Calls that sign in or out use unused names and ids; otherwise they would end the test's own session or account. */
const endings = ['POST /auth/logout', 'DELETE /user', 'DELETE /user/sessions/:id']
export const routes = () => app.routes.filter(route => !endings.includes(route.name))
const propertiesOf = (schema: unknown) => (schema as { properties?: Record<string, TSchema> })?.properties ?? {}

export function fieldsOf(name: string): { part: Part; field: string; schema: TSchema; isRequired: boolean }[] {
  const route = routes().find(one => one.name === name)
  if (!route) throw new Error(name)
  const { params, querystring, body } = callSchema(route)
  const parts: [Part, unknown][] = [
    ['params', params],
    ['query', querystring],
    ['body', body],
  ]
  return parts.flatMap(([part, whole]) =>
    Object.entries(propertiesOf(whole)).map(([field, schema]) => {
      const required = (whole as { required?: string[] }).required ?? []
      return { part, field, schema, isRequired: required.includes(field) }
    }),
  )
}

export function rightInput(name: string): Sent {
  const params = Object.fromEntries(paramNames(name).map(param => [param, paramValues[param]?.() ?? 1]))
  if (name.includes('/studio/users/')) params['id'] = somebody
  if (name.includes('/studio/services/')) params['id'] = sold.service
  if (name.includes('/studio/discounts/')) params['id'] = sold.discount
  if (name.includes('/catalog-position') && !name.startsWith('DELETE')) params['id'] = sold.position
  if (name.includes('/studio/banners') && !name.startsWith('DELETE')) params['id'] = sold.banner
  if (name.includes('/studio/announcements') && !name.startsWith('DELETE')) params['id'] = sold.announcement
  if (name.includes('/studio/articles') && !name.startsWith('DELETE')) params['id'] = sold.article
  return { params, query: '', body: JSON.stringify(bodies[name]?.()) }
}

/** Each request comes from its own address, so that rate limits do not hide what lies behind them. */
export async function send(name: string, { params, query, body }: Sent, language: Language, headers: Fields = {}) {
  const { method, path } = wirePath(name)
  const url = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(toText(params[param])))
  visits++
  const answer = await app.server.inject({
    method,
    url: `${url}${query && `?${query}`}`,
    remoteAddress: `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`,
    headers: {
      authorization: `Bearer ${name.includes(' /studio/') ? staffToken : token}`,
      'accept-language': language,
      'x-app-id': 'kurso',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
  })
  if (name === 'POST /user/update-user' && answer.json<{ status?: number }>().status === 0) await reopenAccount()
  return { status: answer.statusCode, text: answer.body, type: String(answer.headers['content-type']) }
}

/** Undoes a valid status 0, which ends the learner's account and its sessions. */
async function reopenAccount() {
  await app.db.query({ text: 'update users set status = 10 where id = $1', values: [learnerId] })
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  token = await startSession(app.db, learnerId, caller, app.clock.now, { isProven: true })
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const inLanguage: Record<Language, RegExp> = { en: /^[\x20-\x7e’]+$/, ru: /[а-яё]/i, es: /[a-záéíóúñ]/i }

/** Every refusal is below 500, JSON, with a code and a text in the caller's language, and leaks nothing internal. */
export function expectRefusal(answer: Awaited<ReturnType<typeof send>>, language: Language) {
  expect(answer.status, answer.text).toBeLessThan(500)
  expect(answer.type).toMatch(/^application\/json/)
  if (answer.status < 400) return undefined
  const refusal = JSON.parse(answer.text) as { code: string; message: string; errors?: Record<string, string[]> }
  expect(refusal.code).toMatch(/^[a-z_]+$/)
  for (const text of [refusal.message, ...Object.values(refusal.errors ?? {}).flat()]) {
    expect(text).toMatch(inLanguage[language])
    expect(text).not.toMatch(/node_modules|\.ts:\d|select |insert |syntax error|Error:|FST_/)
  }
  return refusal
}

/** Whether a refusal names the field or something inside it. */
export const names = (errors: Record<string, string[]> | undefined, field: string) =>
  Object.keys(errors ?? {}).some(key => key === field || key.startsWith(`${field}.`))

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { onSessionLost, settings } from './connection.ts'
import { startEarly, read, takeEarly } from './early-reads.ts'
import { keepAnswersIn } from './kept-answers.ts'
import type { KeptAnswer } from './local-database.ts'
import { request, send } from './request.ts'
import { errorMessage, isPassing, NetworkError, RequestError } from './request-errors.ts'

type Got = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

let server: Server
let got: Got[] = []
let answer = { status: 200, body: '{}', headers: {} as Record<string, string> }
let kept = new Map<string, KeptAnswer>()

beforeAll(async () => {
  server = createServer(async (incoming, reply) => {
    let body = ''
    for await (const part of incoming) body += part
    got.push({ method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body })
    reply.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  }).listen(0)
  await new Promise(resolve => server.once('listening', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  got = []
  kept = new Map()
  answer = { status: 200, body: '{}', headers: {} }
  keepAnswersIn({ find: async key => kept.get(key), put: async one => kept.set(one.key, structuredClone(one)) })
  Object.assign(settings, { appId: 'face', language: 'ru', token: 'secret', userId: 4 })
  settings.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.unstubAllGlobals()
})

const goOffline = () => vi.stubGlobal('navigator', { onLine: false })

test('every call carries its headers and its version [REQ-01]', async () => {
  answer.body = '{"id":1}'
  const reply = await request('GET /user', { expand: ['scores_amount', 'viewed_hours'] })
  expect(reply.data).toEqual({ id: 1 })
  expect(reply.headers.get('content-type')).toBe('application/json')
  expect(got[0]?.url).toBe('/spa/api/v1/user?expand=scores_amount%2Cviewed_hours&lang=ru')
  expect(got[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'accept-language': 'ru',
    'x-app-type': 'web',
    'x-app-id': 'face',
  })
  settings.token = null
  await request('GET /site-configuration')
  expect(got[1]?.headers.authorization).toBeUndefined()
})

test('an answer that says an error counts as one whatever its status, and its errors are thrown [ACC-13]', async () => {
  const ask = () => request('POST /v2/auth/verify-otp', { body: { email: 'a@b.cd', code: '123456' } })
  answer.body = '{"message":"Validation error","errors":{"code":["Wrong code"]}}'
  await expect(ask()).rejects.toMatchObject({
    name: 'RequestError',
    status: 200,
    reason: 'Validation error',
    errors: { code: ['Wrong code'] },
  })
  answer.body = '{"message":"An error occurred"}'
  await expect(ask()).rejects.toMatchObject({ status: 200, reason: 'An error occurred' })
  // What people write is no error of ours.
  for (const said of ['{"id":7,"message":"I get an error"}', '{"message":"Sent"}', '[{"message":"error"}]', '{}']) {
    answer.body = said
    expect(JSON.stringify((await ask()).data)).toBe(said)
  }
})

test('a call without its id is a programming error, before anything is asked [ERR-07]', async () => {
  await expect(send('GET /user-course-streams/:streamId/day', {})).rejects.toThrow('StreamId must be set')
  await expect(send('GET /course-services/:serviceId', { params: { serviceId: '' } })).rejects.toThrow(
    'ServiceId must be set',
  )
  await expect(send('GET /chats/:id', { params: { id: Number.NaN } })).rejects.toThrow('Id must be set')
  expect(got).toEqual([])
})

test.each([
  ['courseId', 'CourseId must be set'],
  ['stageId', 'StageId must be set'],
  ['dayId', 'DayId must be set'],
  ['streamId', 'StreamId must be set'],
])('a call whose %s is not known yet, empty or 0 is a programming error [CRS-10] [ERR-07]', async (param, text) => {
  const known = { courseId: 7, stageId: 8, dayId: 9, streamId: 4 }
  const call = `GET /:streamId/courses/:courseId/stages/:stageId/days/:dayId`
  for (const unset of [Number.NaN, 0, '', undefined])
    await expect(send(call, { params: { ...known, [param]: unset } })).rejects.toThrow(text)
  expect(got).toEqual([])
})

test('a truncated answer counts as none and is not stored [REQ-03]', async () => {
  answer = { status: 200, body: '[{"id":1', headers: {} }
  await expect(request('GET /user', { isKept: true })).rejects.toBeInstanceOf(NetworkError)
  expect(kept.size).toBe(0)
  answer = { status: 503, body: '<html>', headers: {} }
  await expect(request('GET /user')).rejects.toMatchObject({ status: 503, reason: '' })
})

test('a GET sends its parameters, lists and lang in the address [REQ-02]', async () => {
  await request('GET /user-course-streams', { query: { fields: 'id', 'filter[id][]': [3, 5] } })
  expect(decodeURIComponent(got[0]?.url ?? '')).toBe(
    '/spa/api/v1/user-course-streams?fields=id&filter[id][]=3&filter[id][]=5&lang=ru',
  )
  await request('GET /courses/:courseId/stages/:stageId/days', { params: { courseId: 7, stageId: 9 } })
  expect(got[1]?.url).toBe('/spa/api/v1/courses/7/stages/9/days?lang=ru')
})

test('a POST sends a JSON body and lang in the address; the key of a repeat goes as a header [REQ-02]', async () => {
  await request('POST /auth/login', { body: { email: 'a@b.cd', password: 'ё' }, idempotencyKey: 'k1' })
  expect(got[0]).toMatchObject({
    method: 'POST',
    url: '/spa/api/v1/auth/login?lang=ru',
    body: '{"email":"a@b.cd","password":"ё"}',
  })
  expect(got[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k1' })
  await request('POST /auth/logout')
  expect(got[1]).toMatchObject({ method: 'POST', body: '' })
  expect(got[1]?.headers['content-type']).toBeUndefined()
})

test('PUT and PATCH send a JSON body; DELETE sends none and answers an empty object [REQ-02]', async () => {
  answer.body = '{"left":"over"}'
  await send('PATCH /things/:id', { params: { id: 2 }, body: { a: 1 } })
  await send('PUT /v2/things', { body: { b: 2 } })
  const reply = await send('DELETE /things/:id', { params: { id: 2 } })
  expect(got.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['PATCH', '/spa/api/v1/things/2', '{"a":1}'],
    ['PUT', '/spa/v2/things', '{"b":2}'],
    ['DELETE', '/spa/api/v1/things/2', ''],
  ])
  expect(reply.data).toEqual({})
  expect(reply.headers.get('content-type')).toBe('application/json')
})

test('a form body is sent as multipart, without absent fields [REQ-02]', async () => {
  await request('POST /user', { body: { name: 'Ада', city: undefined, gender: '' }, isMultipart: true })
  expect(got[0]?.url).toBe('/spa/api/v1/user?lang=ru')
  const type = got[0]?.headers['content-type'] ?? ''
  expect(type).toMatch(/^multipart\/form-data; boundary=/)
  const sent = await new Response(got[0]?.body, { headers: { 'content-type': type } }).formData()
  expect([...sent]).toEqual([
    ['name', 'Ада'],
    ['gender', ''],
  ])
  // @ts-expect-error: such a call does not go as JSON.
  const asJson: Parameters<typeof request<'POST /user'>>[1] = { body: { name: 'Ада' } }
  expect(asJson).toBeTruthy()
})

test('an error answer is thrown with all its content [REQ-04]', async () => {
  const errors = { email: ['Bad'] }
  answer = { status: 422, body: JSON.stringify({ code: 'invalid_email', message: 'Плохо', errors }), headers: {} }
  const failure = await request('GET /user').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RequestError)
  expect(failure).toMatchObject({
    message: `Request ${settings.origin}/spa/api/v1/user?lang=ru failed with status 422`,
    status: 422,
    code: 'invalid_email',
    reason: 'Плохо',
    errors,
  })
  expect((failure as RequestError).response.status).toBe(422)
})

test('a caller may take error answers as they are [REQ-04]', async () => {
  answer = { status: 404, body: '{"code":"not_found"}', headers: {} }
  expect(await request('GET /user', { asIs: true })).toMatchObject({ status: 404, data: { code: 'not_found' } })
})

test('an error answer that is not JSON is thrown as well [REQ-04]', async () => {
  answer = { status: 502, body: '<html>', headers: { 'retry-after': '3' } }
  await expect(request('GET /user')).rejects.toMatchObject({ status: 502, reason: '', code: '', retryAfter: 3 })
})

test('the message to show: the response’s, joined ones, name and message, unknown [REQ-05]', () => {
  const refused = new RequestError('/x', new Response('', { status: 422 }), { message: 'Занято' })
  expect(errorMessage(refused, '?')).toBe('Занято')
  expect(errorMessage([refused, new TypeError('no')], '?')).toBe('Занято, TypeError: no')
  expect(errorMessage(new RequestError('/x', new Response('', { status: 500 }), {}), '?')).toBe(
    'RequestError: Request /x failed with status 500',
  )
  expect([errorMessage(undefined, '?'), errorMessage([], '?')]).toEqual(['?', '?'])
})

test('ten calls that fail with 401 raise one event, the next session’s another [ACC-20]', async () => {
  answer = { status: 401, body: '{}', headers: {} }
  const lost = vi.fn()
  const stop = onSessionLost(lost)
  settings.token = 'first'
  await Promise.allSettled(Array.from({ length: 10 }, () => request('GET /user')))
  expect(lost).toHaveBeenCalledTimes(1)
  await request('GET /user').catch(() => {})
  expect(lost).toHaveBeenCalledTimes(1)
  settings.token = 'second'
  await request('GET /user', { asIs: true })
  expect(lost).toHaveBeenCalledTimes(2)
  settings.token = null
  await request('GET /user').catch(() => {})
  expect(lost).toHaveBeenCalledTimes(2)
  stop()
})

test('a 401 of an ended session does not end the new one [ACC-20]', async () => {
  answer = { status: 401, body: '{}', headers: {} }
  const lost = vi.fn()
  const stop = onSessionLost(lost)
  settings.token = 'old'
  const late = request('GET /user').catch(() => {})
  settings.token = 'new'
  await late
  expect(lost).not.toHaveBeenCalled()
  stop()
})

test('a call that lacks a second factor is made once more when it is supplied, otherwise refused', async () => {
  const asked: string[] = []
  const refused = { status: 403, body: '{"code":"second_factor_needed","message":"Enter the code"}', headers: {} }
  settings.supplyFactor = async refusal => {
    asked.push(refusal)
    if (asked.length === 2) return false
    answer = { status: 200, body: '{"id":1}', headers: {} }
    return true
  }
  answer = refused
  expect((await request('GET /user')).data).toEqual({ id: 1 })
  answer = refused
  await expect(request('GET /user')).rejects.toMatchObject({ status: 403, code: 'second_factor_needed' })
  await expect(request('GET /user', { token: 'of another session' })).rejects.toMatchObject({ status: 403 })
  answer = { status: 403, body: '{"code":"not_allowed","message":"No"}', headers: {} }
  await expect(request('GET /user')).rejects.toMatchObject({ code: 'not_allowed' })
  expect([asked, got.length]).toEqual([['second_factor_needed', 'second_factor_needed'], 5])
  settings.supplyFactor = undefined
})

test('offline, a kept GET answers its data and headers from the device [REQ-03]', async () => {
  answer = { status: 200, body: '[{"id":3}]', headers: { 'x-pagination-total-count': '41' } }
  await request('GET /user-course-streams', { isKept: true })
  await vi.waitFor(() => expect(kept.size).toBe(1))
  goOffline()
  const reply = await request('GET /user-course-streams', { isKept: true })
  expect(got).toHaveLength(1)
  expect(reply.data).toEqual([{ id: 3 }])
  expect(reply.headers.get('x-pagination-total-count')).toBe('41')
})

test('offline, a GET without an entry, without data, of another user or older than a day fails [REQ-03]', async () => {
  await request('GET /user', { isKept: true })
  await vi.waitFor(() => expect(kept.size).toBe(1))
  goOffline()
  await expect(request('GET /courses', { isKept: true })).rejects.toBeInstanceOf(NetworkError)
  settings.userId = 5
  await expect(request('GET /user', { isKept: true })).rejects.toBeInstanceOf(NetworkError)
  settings.userId = 4
  await expect(request('GET /user', { isKept: true })).resolves.toBeTruthy()
  const [entry] = kept.values()
  if (!entry) throw new Error('Nothing kept')
  kept.set(entry.key, { ...entry, keptAt: entry.keptAt - 86_400_001 })
  await expect(request('GET /user', { isKept: true })).rejects.toBeInstanceOf(NetworkError)
  kept.set(entry.key, { key: entry.key, headers: [], keptAt: entry.keptAt })
  await expect(request('GET /user', { isKept: true })).rejects.toBeInstanceOf(NetworkError)
})

test('only marked GETs that succeeded are stored [REQ-03]', async () => {
  await request('GET /user')
  answer.status = 500
  await request('GET /user', { isKept: true }).catch(() => {})
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(kept.size).toBe(0)
})

test('a connection that fails is a NetworkError, a cancelled call is not', async () => {
  const stop = new AbortController()
  stop.abort()
  await expect(request('GET /user', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  settings.origin = 'http://127.0.0.1:1'
  const failure = await request('GET /user').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NetworkError)
  expect(isPassing(failure)).toBe(true)
})

test('a read started early is one request and is handed over once', async () => {
  const early = read('GET /courses/:id', { params: { id: 8 } })
  startEarly(early)
  startEarly(early)
  const taken = await takeEarly('GET /courses/:id', { params: { id: 8 } })
  expect([taken?.status, got.length, takeEarly('GET /courses/:id', { params: { id: 8 } })]).toEqual([200, 1, undefined])
})

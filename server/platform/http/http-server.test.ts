import fs, { statfsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { answerError } from './errors.ts'
import { refuseCommon } from './refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = (url: string, headers = {}) => app.server.inject({ method: 'GET', url, headers })

test('the description is OpenAPI 3.1 and names every declared call with its refusal [OPS-06]', async () => {
  const description = (await get('/openapi.json')).json()
  expect(description.openapi).toMatch(/^3\.1/)
  const login = description.paths['/spa/api/v1/auth/login'].post
  expect(login.requestBody.content['application/json'].schema.required).toEqual(['email', 'password'])
  expect(Object.keys(login.responses)).toEqual(expect.arrayContaining(['200', '4XX', '503']))
  const day = description.paths['/spa/api/v1/user-course-streams/{streamId}/user-day-status/{dayId}/finish'].post
  expect(day.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(
    expect.arrayContaining(['streamId', 'dayId', 'lang', 'expand']),
  )
})

test('answers match their description [OPS-06]', async () => {
  const learner = await app.signIn()
  const description = (await get('/openapi.json')).json()
  const described = description.paths['/spa/api/v1/user'].get.responses['200'].content['application/json'].schema
  const answered = (await learner.call('GET /user')).data
  for (const field of described.required) expect(answered).toHaveProperty(field)
  for (const field of Object.keys(answered)) expect(described.properties).toHaveProperty(field)
})

test('alive and ready; metrics only for this machine [OPS-04]', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await get('/readyz')).statusCode).toBe(200)
  const metrics = await get('/metrics')
  expect(metrics.body).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}')
  expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404)
})

test('a disk without room to write is not ready, but alive [OPS-04, REL-04]', async () => {
  const leaving = async (bytes: number) => {
    const room = { ...statfsSync(app.dataDir), bavail: bytes / 4096, bsize: 4096 }
    vi.spyOn(fs.promises, 'statfs').mockResolvedValue(room)
    syncBuiltinESMExports()
    return [(await get('/readyz')).statusCode, (await get('/healthz')).statusCode]
  }
  const seen = [await leaving(0), await leaving(1024 ** 2), await leaving(1024 ** 3)]
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  expect(seen).toEqual([
    [503, 200],
    [503, 200],
    [200, 200],
  ])
})

test('behind a proxy metrics are closed, and a token opens them from anywhere', async () => {
  const metrics = (server: TestApp['server'], headers = {}, remoteAddress = '127.0.0.1') =>
    server.inject({ url: '/metrics', headers, remoteAddress }).then(({ statusCode }) => statusCode)
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect(await metrics(app.server, { [name]: 'proxy' })).toBe(404)
  expect(await metrics(app.server, {}, '203.0.113.9')).toBe(404)
  const proxied = await startTestApp({ trustProxy: true })
  expect(await metrics(proxied.server)).toBe(404)
  await proxied.close()
  const told = await startTestApp({ trustProxy: true, metricsToken: 'a-long-token' })
  expect(await metrics(told.server, { authorization: 'Bearer a-long-token' }, '203.0.113.9')).toBe(200)
  for (const authorization of ['Bearer a-long-toke', 'Bearer', 'a-long-token', ''])
    expect(await metrics(told.server, { authorization })).toBe(404)
  await told.close()
})

test('answers carry headers that keep scripts, frames and types in bounds [SEC-04]', async () => {
  const { headers } = await get('/healthz')
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).toContain("frame-src 'self' https:")
  expect(headers['content-security-policy']).toContain("object-src 'self' https:")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('over https browsers are told to keep to it, for pages and calls [SEC-04]', async () => {
  const safe = await startTestApp({ isHttps: true })
  for (const url of ['/healthz', '/spa/api/v1/site-configuration', '/admin'])
    expect((await safe.server.inject({ url })).headers['strict-transport-security']).toBe('max-age=31536000')
  await safe.close()
})

test('a wrong body, query or path is refused by field and never a server error [SEC-07]', async () => {
  const learner = await app.signIn()
  const post = (payload: string, type = 'application/json') =>
    app.server.inject({
      method: 'POST',
      url: '/spa/api/v1/auth/login',
      headers: { 'content-type': type },
      payload,
    })
  expect((await post('{"email":')).statusCode).toBe(400)
  expect((await post('[]')).json().errors).toHaveProperty('body')
  expect((await post('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(400)
  expect((await post(JSON.stringify({ email: 'a'.repeat(2_000_000) }))).statusCode).toBe(413)
  expect((await post('{"__proto__":{"x":1},"email":"a@example.com"}')).json().errors).toHaveProperty('password')
  const page = await learner.call('GET /user-score', { query: { page: 'x' } })
  expect(page.data.errors).toHaveProperty('page')
  const id = await learner.call('GET /user-course-streams/:id', { params: { id: 'abc' } })
  expect(id.data.errors).toHaveProperty('id')
  const huge = await learner.call('GET /user-course-streams/:id', { params: { id: '99999999999999999999' } })
  expect(huge.status).toBe(422)
})

test('an unknown address gets a 404 in JSON, in the requested language', async () => {
  const answer = await get('/spa/api/v1/nothing-here', { 'accept-language': 'es-MX' })
  expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found', message: 'No encontrado' }])
})

test('an unknown application id gets the public configuration of the default brand and no more [BRD-01]', async () => {
  const known = await app.visitor.call('GET /external-application-config', { appId: 'kurso' })
  const unknown = await app.visitor.call('GET /external-application-config', { appId: 'no-such-app' })
  expect(unknown.data).toEqual(known.data)
  const learner = await app.signIn()
  expect((await learner.call('GET /user', { appId: 'no-such-app' })).data.code).toBe('unknown_application')
  const login = await app.visitor.call('POST /auth/login', {
    appId: 'no-such-app',
    body: { email: 'a@example.com', password: 'x' },
  })
  expect(login.status).toBe(403)
})

test('a request for something the caller already has is answered with 304', async () => {
  const first = await app.visitor.call('GET /external-application-config')
  const again = await get('/spa/api/v1/external-application-config', {
    'x-app-id': 'kurso',
    'accept-language': 'en',
    'if-none-match': first.headers['etag'],
  })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('a caller who hangs up in the middle of a body alarms nobody [OPS-04]', async () => {
  const lines: string[] = []
  const heard = await startTestApp({ log: pino({ level: 'warn' }, { write: line => void lines.push(line) }) })
  await heard.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = heard.server.server.address() as AddressInfo
  let answered = 0
  heard.server.server.on('request', (_request, response) => response.once('close', () => answered++))
  for (let index = 0; index < 5; index++) {
    const socket = connect(port, '127.0.0.1')
    heard.server.server.once('request', () => setTimeout(() => socket.destroy(), 50))
    socket.write('POST /spa/api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n')
    socket.write('content-length: 1000\r\n\r\n{"email":')
    await expect.poll(() => answered).toBe(index + 1)
  }
  await new Promise(resolve => setTimeout(resolve, 50))
  await heard.close()
  expect(lines).toEqual([])
})

test.each(['53100', '53200', '57P03'])('a database that says %s is a 503 with a hint [REL-04]', async code => {
  const heard = Fastify()
  heard.setErrorHandler(answerError)
  heard.get('/', () => Promise.reject(Object.assign(new Error('no room'), { code })))
  const answer = await heard.inject('/')
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect(answer.headers['retry-after']).toBeDefined()
  await heard.close()
})

test('a fault of the server and too many tries have their text in each language, and no detail [ERR-01]', async () => {
  const heard = Fastify()
  heard.setErrorHandler(answerError)
  heard.get('/broken', () => Promise.reject(new Error('column "secret" does not exist')))
  heard.get('/often', () => refuseCommon('too_many_requests'))
  const said = async (url: string, language: string) => {
    const answer = await heard.inject({ url, headers: { 'accept-language': language } })
    return [answer.statusCode, answer.json().message]
  }
  expect(await said('/broken', 'en')).toEqual([500, 'An error occurred on the server, try again later'])
  expect(await said('/broken', 'ru')).toEqual([500, 'Произошла ошибка на сервере, попробуйте позже'])
  expect(await said('/broken', 'es')).toEqual([500, 'Se produjo un error en el servidor, inténtalo más tarde'])
  expect(await said('/often', 'en')).toEqual([429, 'Too many attempts. Please wait a moment'])
  expect(await said('/often', 'ru')).toEqual([429, 'Слишком много попыток. Подождите немного'])
  expect(await said('/often', 'es')).toEqual([429, 'Demasiados intentos. Espera un poco'])
  await heard.close()
})

test('the database goes down: 503 with a hint, and automatic recovery [REL-04]', async () => {
  const learner = await app.signIn()
  const kill = `select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = $1`
  const name = (await app.db.query<{ name: string }>({ text: 'select current_database() as name' })).rows[0]?.name ?? ''
  const outside = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await outside.connect()
  await outside.query(`alter database ${name} allow_connections false`)
  await outside.query(kill, [name])
  const during = await Promise.all(Array.from({ length: 12 }, () => learner.call('GET /user')))
  expect(new Set(during.map(answer => answer.status))).toEqual(new Set([503]))
  expect(during[0]?.headers['retry-after']).toBeDefined()
  expect((await get('/readyz')).statusCode).toBe(503)
  expect((await get('/healthz')).statusCode).toBe(200)
  await outside.query(`alter database ${name} allow_connections true`)
  await outside.end()
  await expect.poll(async () => (await learner.call('GET /user')).status, { timeout: 5000 }).toBe(200)
})

test('a NUL in an address is refused wherever it stands [SEC-07]', async () => {
  const admin = await app.signIn({ role: 'admin' })
  const headers = { authorization: `Bearer ${admin.token}`, 'x-app-id': 'kurso' }
  for (const url of ['/brands/a%00.svg', '/nowhere%00']) {
    const { statusCode, body } = await get(url, headers)
    expect([url, statusCode, JSON.parse(body).code]).toEqual([url, 400, 'malformed_request'])
  }
  const asked = await get('/spa/api/v1/studio/audit-log?action=a%00b', headers)
  expect([asked.statusCode, Object.keys(JSON.parse(asked.body).errors)]).toEqual([422, ['action']])
  expect((await get('/spa/api/v1/studio/audit-log?action=a%2500b', headers)).statusCode).toBe(200)
})

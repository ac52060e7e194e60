import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../testing/test-app.ts'
import { wirePath } from '#shared/platform/contract.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { bodies, expectRefusal, names, rightInput, routes, send, startHostileApp } from '../testing/hostile-requests.ts'

let app: TestApp
let streamId = 0
beforeAll(async () => {
  const started = await startHostileApp()
  app = started.app
  streamId = started.streamId
})
afterAll(() => app.close())

const hostile = ['injection.json', 'naughty-strings.json'].flatMap(file =>
  sharedData<{ strings: { text: string }[] }>(`hostile-text/${file}`).strings.map(({ text }) => text),
)

test('hostile texts in every text field are only texts [SEC-07]', { timeout: 60_000 }, async () => {
  expect(hostile.length).toBeGreaterThan(700)
  for (const [index, text] of hostile.entries()) {
    const body = (value: unknown) => ({ params: { streamId }, query: '', body: JSON.stringify(value) })
    const query = (value: string) => ({ params: {}, query: value, body: undefined })
    const encoded = encodeURIComponent(text)
    const answers = await Promise.all([
      send('POST /auth/exchange-transfer-token', body({ token: text }), 'en'),
      send('POST /user-course-streams/:streamId/filters', body({ filters: { [text]: [text] } }), 'en'),
      send('POST /user-course-streams/:streamId/filters', body({ filters: { level: [text] } }), 'en'),
      send('GET /courses', query(`fields=${encoded}&expand=${encoded}&lang=${encoded}`), 'en'),
      // Each guess at a password is meant to be slow.
      ...(index % 75 ? [] : [send('POST /auth/login', body({ email: 'learner@example.com', password: text }), 'en')]),
      send('POST /auth/login', body({ email: text, password: 'x' }), 'en'),
      send('POST /auth/login', body({ email: `${text}@example.com`, password: '' }), 'en'),
    ])
    for (const answer of answers) expectRefusal(answer, 'en')
    expect([401, 422]).toContain(answers[0]?.status)
    expect(answers[2]?.status, text).toBe(422)
  }
})

test('hostile texts in headers are only texts, and as keys of a report they count once [SEC-07, REL-02]', {
  timeout: 60_000,
}, async () => {
  const inHeader = hostile.filter(text => text !== '' && text.trim() === text && /^[\x20-\x7e]{1,100}$/.test(text))
  expect(inHeader.length).toBeGreaterThan(300)
  const body = JSON.stringify({ ...bodies['POST /save-lesson-stat']?.(), viewed_seconds: 1 })
  const report = (key: string) =>
    send('POST /save-lesson-stat', { params: {}, query: '', body }, 'en', { 'idempotency-key': key, 'user-agent': key })
  const sum = async () =>
    (
      await app.db.query<{ sum: number }>({
        text: 'select coalesce(sum(viewed_seconds), 0) as sum from lesson_statistics',
      })
    ).rows[0]?.sum ?? 0
  const before = await sum()
  for (const key of inHeader) expect([key, (await report(key)).status]).toEqual([key, 200])
  for (const key of inHeader.slice(0, 50)) await report(key)
  expect((await sum()) - before).toBe(new Set(inHeader).size)
  for (const text of inHeader.slice(0, 60))
    for (const header of [
      'x-app-id',
      'x-app-type',
      'accept-language',
      'authorization',
      'host',
      'accept-encoding',
      'if-none-match',
    ])
      for (const name of ['GET /site-configuration', 'GET /courses'])
        expectRefusal(await send(name, rightInput(name), 'en', { 'accept-language': 'en', [header]: text }), 'en')
})

test('a key too long for its report is refused, not cut short [REL-02]', async () => {
  const sent = rightInput('POST /save-lesson-stat')
  const answer = await send('POST /save-lesson-stat', sent, 'ru', { 'idempotency-key': 'k'.repeat(101) })
  expect(names(expectRefusal(answer, 'ru')?.errors, 'Idempotency-Key')).toBe(true)
})

test('other methods, types and addresses are refused in the same form [SEC-07]', async () => {
  const bare = (name: string) => wirePath(name).path.replace(/:\w+/g, '1')
  const bound = new Set(app.routes.map(({ name }) => `${wirePath(name).method} ${bare(name)}`))
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const)
    for (const { name } of routes()) {
      const url = bare(name)
      if (bound.has(`${method} ${url}`)) continue
      const answer = await app.server.inject({ method, url, headers: { 'accept-language': 'ru' } })
      const refusal = { code: 'not_found', message: 'Не найдено' }
      expect([method, url, answer.statusCode, answer.json()]).toEqual([method, url, 404, refusal])
    }
  for (const type of [
    'text/plain',
    'text/html',
    'application/xml',
    'multipart/form-data; boundary=x',
    'a/b',
    '*',
    'application/json; charset=utf-7',
  ])
    for (const name of Object.keys(bodies)) {
      const refusal = expectRefusal(
        await send(name, { ...rightInput(name), body: '<x/>' }, 'es', { 'content-type': type }),
        'es',
      )
      expect(['malformed_request', 'invalid_input']).toContain(refusal?.code)
    }
  for (const path of [
    '%',
    '%zz',
    '%E0%A4%A',
    'courses/%ff',
    'courses/%2e%2e/%2e%2e',
    'courses/%00',
    '//',
    '..;/',
    `courses/${'1'.repeat(5000)}`,
  ]) {
    const answer = await app.server.inject({ url: `/spa/api/v1/${path}`, headers: { 'accept-language': 'es' } })
    expectRefusal({ status: answer.statusCode, text: answer.body, type: String(answer.headers['content-type']) }, 'es')
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('input that is not even HTTP gets an answer in the same form, and the server carries on [SEC-07]', async () => {
  const { port } = new URL(await app.server.listen({ host: '127.0.0.1', port: 0 }))
  const ask = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(text))
      let answer = ''
      socket.setEncoding('utf8').on('data', part => (answer += part))
      socket.on('close', () => resolve(answer)).on('error', error => (answer ? resolve(answer) : reject(error)))
    })
  const head = 'GET /healthz HTTP/1.1\r\nhost: a\r\n'
  const refused = [
    [`${head}x: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['NONSENSE\r\n\r\n', 400],
    ['GET /healthz HTTP/1.1\r\n\r\n', 400],
    [
      `POST /spa/api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [`POST /spa/api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n`, 400],
    [`${head}bad header\r\n\r\n`, 400],
  ] as const
  for (const [text, status] of refused) {
    const answer = await ask(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    if (text.includes('host:') || status === 431) expect(answer).toMatch(/"code":"malformed_request","message":"/)
  }
  expect(await ask(`${head}connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/)
})

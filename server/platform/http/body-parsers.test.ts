import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { answerError } from './errors.ts'
import { addFormParser, formOf } from './body-parsers.ts'

let server: FastifyInstance
beforeAll(async () => {
  server = Fastify()
  server.setErrorHandler(answerError)
  await server.register(async scope => {
    await addFormParser(scope)
    const handler = async (request: FastifyRequest) => ({ fields: Object.entries(await formOf(request)) })
    scope.route({ method: 'POST', url: '/', handler })
  })
})
afterAll(() => server.close())

async function send(payload: Buffer | string, type = 'multipart/form-data; boundary=b') {
  const answer = await server.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
  return { status: answer.statusCode, data: answer.json() }
}
async function sendForm(fields: [string, string | File][]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const sent = new Response(form)
  return send(Buffer.from(await sent.arrayBuffer()), sent.headers.get('content-type') ?? '')
}
const part = (name: string, value: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

test('the fields of a form become the body, character for character [REQ-02]', async () => {
  const fields: [string, string][] = [
    ['name', 'Ада 🜚 "x"'],
    ['empty', ''],
    ['text', 'one\r\n--b\r\ntwo'],
    ['имя', 'é'],
  ]
  expect(await sendForm(fields)).toEqual({ status: 200, data: { fields } })
  expect(await send(`${part('a', '1')}--b--\r\n`)).toEqual({ status: 200, data: { fields: [['a', '1']] } })
})

test('hostile texts in a form are only texts [SEC-07]', async () => {
  const { strings } = sharedData<{ strings: { text: string }[] }>('hostile-text/naughty-strings.json')
  for (const { text } of strings) {
    const whole = text.replaceAll(/\r\n|\r|\n/g, '\r\n')
    const { status, data } = await sendForm([['text', text]])
    if (text.includes('\0')) expect(status).toBe(422)
    else expect([status, data.fields]).toEqual([200, [['text', whole.toWellFormed()]]])
  }
})

test.each<[what: string, fields: [string, string | File][], named: string]>([
  ['NUL', [['name', 'a\0b']], 'name'],
  [
    'a field sent twice',
    [
      ['ok', '1'],
      ['name', '1'],
      ['name', '2'],
    ],
    'name',
  ],
  [
    'a file',
    [
      ['avatar', new File(['x'.repeat(1000)], 'a.png', { type: 'image/png' })],
      ['ok', '1'],
    ],
    'avatar',
  ],
])('%s in a form is refused by its field [SEC-07]', async (_what, fields, named) => {
  const { status, data } = await sendForm(fields)
  expect([status, data.code, Object.keys(data.errors)]).toEqual([422, 'invalid_input', [named]])
})

test('a field that is written as JSON is not taken apart [SEC-07]', async () => {
  const json = 'content-disposition: form-data; name="name"\r\ncontent-type: application/json\r\n\r\n{"a":"\\u0000"}'
  const { status, data } = await send(`--b\r\n${json}\r\n--b--\r\n`)
  expect([status, data.code]).toEqual([422, 'invalid_input'])
})

test.each<[what: string, payload: string, type?: string]>([
  ['without a boundary', 'x', 'multipart/form-data'],
  ['with another boundary', `${part('a', '1')}--b--\r\n`, 'multipart/form-data; boundary=other'],
  ['with a boundary that is too long', 'x', `multipart/form-data; boundary=${'b'.repeat(300)}`],
  ['that breaks off', part('a', '1')],
  ['that breaks off in a header', '--b\r\ncontent-dispo'],
  ['of nothing but words', 'x'],
  ['that sets a prototype', `${part('__proto__', '1')}--b--\r\n`],
  ['that sets a constructor', `${part('constructor', '1')}--b--\r\n`],
])('a form %s is refused as unreadable, without other harm [SEC-07]', async (_what, payload, type) => {
  expect(await send(payload, type)).toMatchObject({ status: 400, data: { code: 'malformed_request' } })
})

test.each<[what: string, fields: [string, string][]]>([
  ['a field', [['a', 'x'.repeat(17_000)]]],
  ['its number of fields', Array.from({ length: 60 }, (_, index) => [`f${index}`, ''])],
  ['the whole', Array.from({ length: 5 }, (_, index) => [`f${index}`, 'x'.repeat(15_000)])],
])('a form that is too large by %s is refused [SEC-07]', async (_what, fields) => {
  expect(await sendForm(fields)).toMatchObject({ status: 413, data: { code: 'too_large' } })
})

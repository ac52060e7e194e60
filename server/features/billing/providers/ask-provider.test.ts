import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Type } from 'typebox'
import { afterEach, expect, test } from 'vitest'
import { askProvider, heard } from './ask-provider.ts'
import { ProviderRefused, ProviderUnavailable } from './provider.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function providerThat(answers: RequestListener): Promise<string> {
  const made = createServer(answers)
  server = made
  await new Promise<void>(done => made.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/`
}

const ask = (url: string, allowPrivate = true) =>
  askProvider({ url, method: 'POST', headers: { authorization: 'a secret' }, body: { a: 1 }, allowPrivate })

test('what was asked goes out as JSON and what is answered comes back', async () => {
  const url = await providerThat(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    const echo = { type: request.headers['content-type'], body }
    response.writeHead(402).end(JSON.stringify(echo))
  })
  expect(await ask(url)).toEqual({ status: 402, said: { type: 'application/json', body: '{"a":1}' } })
})

test.each<[string, RequestListener]>([
  ['breaks off', request => request.socket.destroy()],
  ['fails', (_request, response) => response.writeHead(500).end('{}')],
  ['is asked too often', (_request, response) => response.writeHead(429).end('{}')],
  ['answers no JSON', (_request, response) => response.end('<html>')],
  ['answers without an end', (_request, response) => response.end(Buffer.alloc(2 * 1024 * 1024, 'x'))],
  ['breaks off its answer', (_request, response) => response.write('{', () => response.destroy())],
])('nothing is known of a provider that %s', async (_what, answers) => {
  await expect(ask(await providerThat(answers))).rejects.toThrow(ProviderUnavailable)
})

test('a redirect is not followed', async () => {
  const url = await providerThat((_request, response) => response.writeHead(302, { location: '/other' }).end())
  expect(await ask(url)).toMatchObject({ status: 302 })
})

test('an answer of another shape is not believed, and what it says is not told', () => {
  const schema = Type.Object({ id: Type.String() })
  expect(heard(schema, { id: 'a' })).toEqual({ id: 'a' })
  const told = () => heard(schema, { id: { secret: 4242 } })
  expect(told).toThrow(ProviderUnavailable)
  expect(told).toThrow(/at \/id$/)
})

test('an address inside our own network is refused', async () => {
  await expect(ask('https://127.0.0.1:1/', false)).rejects.toThrow(ProviderRefused)
})

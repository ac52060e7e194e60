import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ChunkLoadError, chunkPatience, loadChunk } from './chunks.ts'

let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((incoming, answer) =>
    answer.writeHead(incoming.url === '/v/there.js' ? 200 : 404).end(),
  ).listen(0)
  await new Promise(resolve => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => vi.useRealTimers())

const failing = (text: string) =>
  loadChunk('day', () => Promise.reject(new TypeError(text))).catch((error: unknown) => error)

test('a part that is gone from the server is missing [SHL-10]', async () => {
  const failure = await failing(`Failed to fetch dynamically imported module: ${origin}/v/gone.js`)
  expect(failure).toBeInstanceOf(ChunkLoadError)
  expect(failure).toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading chunk day failed',
    type: 'missing',
    code: 'CHUNK_LOAD_FAILED',
  })
})

test('a part that exists but did not arrive is an error, and so is an unreachable server [SHL-10]', async () => {
  expect(await failing(`Failed to fetch dynamically imported module: ${origin}/v/there.js`)).toMatchObject({
    type: 'error',
  })
  expect(await failing('error loading dynamically imported module: http://127.0.0.1:1/v/x.js')).toMatchObject({
    type: 'error',
  })
  expect(await failing('Importing a module script failed.')).toMatchObject({ type: 'error' })
})

test('a style that did not arrive has its own message and code [SHL-10]', async () => {
  expect(await failing(`Unable to preload CSS for ${origin}/v/gone.css`)).toMatchObject({
    message: 'Loading CSS chunk day failed',
    code: 'CSS_CHUNK_LOAD_FAILED',
    type: 'missing',
  })
})

test('a part that never arrives times out after 120 seconds [SHL-10]', async () => {
  vi.useFakeTimers()
  expect(chunkPatience).toBe(120_000)
  const failure = loadChunk('day', () => new Promise(() => {})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_999)
  const early = await Promise.race([failure, Promise.resolve('waiting')])
  expect(early).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ type: 'timeout', message: 'Loading chunk day failed' })
})

test('a part that arrives is returned', async () => {
  expect(await loadChunk('day', async () => 5)).toBe(5)
})

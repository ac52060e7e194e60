import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isSameVersion, keepPage, partsOf, refreshPage, showPage } from './page.ts'

const pageOf = (version: string, language: string) =>
  `<html lang="${language}"><link rel="kept" href="/v/assets/copy-${language}-1.js"><link rel="modulepreload" href="/v/assets/index-${version}.js"><link href="/brands/k.svg"><script src="/v/assets/index-${version}.js"></script></html>`

let server: Server
let served = pageOf('a', 'en')
let isUp = true
let origin = ''
let stores = new Map<string, Map<string, string>>()

beforeAll(async () => {
  server = createServer((incoming, answer) => {
    if (!isUp) return incoming.socket.destroy()
    answer.end(incoming.url === '/' ? served : `part ${incoming.url}`)
  }).listen(0)
  await new Promise(resolve => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The browser's cache of answers, in memory. */
function cacheOf(name: string) {
  const kept = stores.get(name) ?? new Map<string, string>()
  stores.set(name, kept)
  return {
    match: async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined),
    put: async (key: string, answer: Response) => void kept.set(key, await answer.text()),
    addAll: async (keys: string[]) => {
      for (const key of keys) kept.set(key, await (await fetch(key)).text())
    },
  }
}

beforeEach(() => {
  served = pageOf('a', 'en')
  isUp = true
  stores = new Map()
  const real = globalThis.fetch
  vi.stubGlobal('caches', { open: async (name: string) => cacheOf(name) })
  vi.stubGlobal('fetch', (path: string, options?: RequestInit) => real(origin + path, options))
})
afterEach(() => vi.unstubAllGlobals())

const shown = async () => (await showPage()).text()

test('a page’s parts are only our own, and its scripts identify the version', () => {
  expect(partsOf(served)).toEqual(['/v/assets/copy-en-1.js', '/v/assets/index-a.js'])
  expect(isSameVersion(pageOf('a', 'en'), pageOf('a', 'ru'))).toBe(true)
  expect(isSameVersion(pageOf('a', 'en'), pageOf('b', 'en'))).toBe(false)
})

test('the kept page and its parts show without a network', async () => {
  await keepPage()
  isUp = false
  expect(await shown()).toBe(pageOf('a', 'en'))
  expect([...(stores.get('parts')?.keys() ?? [])]).toEqual(['/v/assets/copy-en-1.js', '/v/assets/index-a.js'])
})

test('another language of the same version replaces the kept page', async () => {
  await keepPage()
  served = pageOf('a', 'ru')
  await refreshPage()
  isUp = false
  expect(await shown()).toBe(pageOf('a', 'ru'))
})

test('a newer version is left to its own worker, so that page and parts stay together [SHL-10]', async () => {
  await keepPage()
  served = pageOf('b', 'en')
  await refreshPage()
  expect(await shown()).toBe(pageOf('a', 'en'))
})

test('without a kept page the network is asked', async () => {
  expect(await shown()).toBe(pageOf('a', 'en'))
})

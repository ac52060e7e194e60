import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { loadBrands } from '../load-brands.ts'
import { insertPicture } from '../queries.ts'
import { languageOf } from '../pages/pages.ts'
import { installManifestOf } from './install-manifest.ts'
import { serveInstall } from './serve-install.ts'

const brands = await loadBrands(join(projectRoot, 'brands'))
let app: TestApp
let server: FastifyInstance
beforeAll(async () => {
  app = await startTestApp()
  server = fastify()
  serveInstall(server, app.db, brands, languageOf)
})
afterAll(async () => {
  await server.close()
  await app.close()
})

type Manifest = ReturnType<typeof installManifestOf>
type Named = { src: string; sizes: string; type: string }

async function manifestAt(host: string, query = '', headers: Record<string, string> = {}): Promise<Manifest> {
  const answer = await server.inject({ url: `/manifest.webmanifest${query}`, headers: { host, ...headers } })
  expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/)
  return answer.json()
}

test('the app installs under the school’s own name, in the language of the page [BRD-09, LNG-01]', async () => {
  const ids = new Set<string>()
  for (const [lang, home] of [
    ['en', 'Today’s lessons'],
    ['ru', 'Уроки на сегодня'],
    ['es', 'Las lecciones de hoy'],
  ] as const) {
    const manifest = await manifestAt('localhost', `?lang=${lang}`)
    const { site } = brands.default
    expect(manifest).toMatchObject({
      name: site.title[lang],
      short_name: site.name,
      lang,
      scope: '/',
      display: 'standalone',
      theme_color: site.theme.accent,
    })
    expect(manifest.shortcuts[0]?.name).toBe(home)
    ids.add(manifest.id)
  }
  expect([...ids]).toEqual(['/'])
})

test('the device offers the app for photos and videos, and for nothing that it would not take', async () => {
  const { params } = (await manifestAt('localhost')).share_target
  expect(params).toEqual({ files: [{ name: 'files', accept: ['image/*', 'video/*'] }] })
})

test('without a language in its address it is in that of the reader, and an unknown one is the school’s own', async () => {
  expect((await manifestAt('localhost', '', { 'accept-language': 'es' })).lang).toBe('es')
  expect((await manifestAt('localhost', '', { cookie: 'locale=ru', 'accept-language': 'es' })).lang).toBe('ru')
  expect((await manifestAt('localhost', '?lang=fr')).lang).toBe(brands.default.site.defaultLanguage)
})

test('what the manifest names is served as what it says it is [OFF-01]', async () => {
  const manifest = await manifestAt('face.localhost')
  const named: Named[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ]
  expect(named).toHaveLength(10)
  for (const { src, sizes, type } of named) {
    const answer = await server.inject({ url: src, headers: { host: 'face.localhost' } })
    expect([src, answer.statusCode, answer.headers['content-type']]).toEqual([src, 200, type])
    const { format, width, height } = await sharp(answer.rawPayload).metadata()
    expect([src, `image/${format}`, `${width}x${height}`]).toEqual([src, type, sizes])
  }
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ])
})

test('shortcuts lead to what the school has [BRD-05]', () => {
  const urls = (brand: typeof brands.default) => installManifestOf(brand, 'en').shortcuts.map(({ url }) => url)
  expect(urls(brands.default)).toEqual(['/home', '/homework', '/chat', '/user/downloads'])
  const quiet = structuredClone(brands.default)
  quiet.config.isChatSupport = false
  quiet.config.isOfflineEnable = false
  expect(urls(quiet)).toEqual(['/home', '/homework'])
})

test('a mark that was uploaded in the studio is the icon of the app', async () => {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a64c8' } })
    .png()
    .toBuffer()
  await insertPicture(app.db, 'kurso-blue.png', 'kurso', 'image/png', bytes, [])
  const blue = structuredClone(brands.default)
  blue.site.favicon = 'kurso-blue.png'
  const own = fastify()
  serveInstall(own, app.db, { ...brands, default: blue, byHost: new Map([['localhost', blue]]) }, languageOf)
  const { rawPayload } = await own.inject({ url: '/brands/app/icon-512.png', headers: { host: 'localhost' } })
  const { data } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([0x0a, 0x64, 0xc8])
  await own.close()
})

test('what is shared while no service worker runs is not read: the screen says so', async () => {
  const answer = await server.inject({
    method: 'POST',
    url: '/share',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/share'])
})

import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { type Brands, brandByHost, loadBrands } from './load-brands.ts'
import { pageSourcesOf } from './page-sources.ts'

let server: FastifyInstance
let brands: Brands
beforeAll(async () => {
  brands = await loadBrands(join(projectRoot, 'brands'))
  count(brands, 'iqface', { ga: 'G-TEST123456', ya: '12345678' })
  count(brands, 'mind', { ga: null, ya: '12345678' })
  server = Fastify()
  addSecurityHeaders(server, false, undefined, host => pageSourcesOf(brandByHost(brands, host)))
  server.get('/*', () => 'a page')
})
afterAll(() => server.close())

function count(brands: Brands, id: string, ids: { ga: string | null; ya: string | null }) {
  const brand = brands.byId.get(id)
  if (brand) brand.config.analytics = { ...ids, own: false }
}

async function policyAt(host: string, url = '/signup') {
  const { headers } = await server.inject({ url, headers: { host } })
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(directives.map(one => [one.split(' ')[0], one.split(' ').slice(1)]))
}

test('only a brand with counters lets its pages use their sites, each its own, and never inline scripts [ANL-02] [SEC-04]', async () => {
  const plain = await policyAt('localhost')
  expect(plain['script-src']).toEqual(["'self'"])
  expect(plain['connect-src']).toEqual(["'self'"])
  const both = await policyAt('iqface.localhost')
  const metrica = ['https://mc.yandex.ru', 'https://yastatic.net']
  expect(both['script-src']).toEqual(["'self'", 'https://www.googletagmanager.com', ...metrica])
  expect(both['connect-src']).toEqual(expect.arrayContaining(['https://*.google-analytics.com', metrica[0]]))
  expect(both['img-src']).toEqual(expect.arrayContaining(['data:', metrica[0]]))
  const half = await policyAt('mind.localhost:4173')
  expect(half['script-src']).toEqual(["'self'", ...metrica])
  expect(JSON.stringify(half)).not.toContain('google')
})

test('pages may show pictures of the site of a brand’s clubs [CLB-06]', async () => {
  const brand = brands.byId.get('face')
  if (brand) brand.config.communityUrls = { host: 'https://club.example/in', about: null, faq: null }
  expect((await policyAt('face.localhost'))['img-src']).toContain('https://club.example')
  expect((await policyAt('localhost'))['img-src']).not.toContain('https://club.example')
})

test('such a brand’s studio, media and calls contact no other site [SEC-04]', async () => {
  for (const url of ['/admin', '/admin/reviews', '/media/x/video.mp4', '/spa/api/v1/user']) {
    expect(JSON.stringify(await policyAt('iqface.localhost', url)), url).not.toMatch(/google|yandex/)
  }
})

test('the learner app frames documents of any https site, studio, media and brand files only their own [SEC-04]', async () => {
  const framed = async (url: string) => {
    const policy = await policyAt('localhost', url)
    return [policy['frame-src'], policy['object-src'], policy['frame-ancestors']]
  }
  const anywhere = ["'self'", 'https:']
  expect(await framed('/document')).toEqual([anywhere, anywhere, ["'self'"]])
  for (const url of ['/admin', '/admin/login', '/media/x/text.pdf', '/brands/kurso/logo.svg'])
    expect(await framed(url), url).toEqual([["'self'"], ["'self'"], ["'self'"]])
})

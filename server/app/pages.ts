import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Brands, brandByHost } from '#server/features/brands/load-brands.ts'
import { CachedAnswer } from '#server/platform/http/cached-answer.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { brandLanguage } from '#shared/features/brands/rules.ts'
import type { Brand, BrandLanguage } from '#shared/features/brands/schema.ts'
import { installManifestOf, pageOf, readManifest } from './page.ts'

const built = join(projectRoot, 'build/web')
/** A drawing opened by itself runs nothing. */
const assetPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const yearMs = 365 * 86_400_000

/** The learner app: hashed files that never change under /v/, and one page for every address, dressed as the domain's brand. */
export async function servePages(server: FastifyInstance, brands: Brands) {
  const template = await readFile(join(built, 'index.html'), 'utf8').catch(() => undefined)
  if (template === undefined) {
    server.log.warn('The learner app is not built; only the API is served')
    return
  }
  const manifest = await readManifest(built)
  const pages = new Map<string, CachedAnswer>()
  await server.register(fastifyStatic, {
    root: join(built, 'assets'),
    prefix: '/v/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: yearMs,
    index: false,
    wildcard: true,
  })
  server.get<{ Params: { file: string } }>('/brands/:file', { schema: { hide: true } }, (request, reply) => {
    const asset = brands.assets.get(request.params.file) ?? refuseCommon('not_found')
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', 'content-security-policy': assetPolicy })
      .type(asset.mime)
      .send(asset.bytes)
  })
  server.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
    reply.sendFile('service-worker.js', built, { maxAge: 0, immutable: false }),
  )
  server.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) => {
    const brand = brandByHost(brands, request.hostname)
    return reply.type('application/manifest+json').send(installManifestOf(brand, languageOf(request, brand)))
  })

  server.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (!isNavigation(request)) refuseCommon('not_found')
    const brand = brandByHost(brands, request.hostname)
    const language = languageOf(request, brand)
    // A hint alone: what the cookie opens is for the calls to judge.
    const isSignedIn = /(?:^|;\s*)token=./.test(request.headers.cookie ?? '')
    const key = `${brand.id} ${language} ${isSignedIn}`
    const page = pages.get(key) ?? new CachedAnswer(pageOf(template, manifest, { brand, language, isSignedIn }), 'text')
    pages.set(key, page)
    return sendPage(request, reply, page)
  })
}

/** A browser asking for a page, not a script, a picture or a call that does not exist. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(spa|media|v|brands)\//.test(request.url)) return false
  return (request.headers.accept ?? '*/*').includes('text/html') || request.headers['sec-fetch-mode'] === 'navigate'
}

/** The language the reader chose, else the first of the browser's that the brand offers, else the brand's own [LNG-01]. */
function languageOf(request: FastifyRequest, brand: Brand): BrandLanguage {
  const chosen = /(?:^|;\s*)locale=([a-z]{2})/.exec(request.headers.cookie ?? '')?.[1]
  const accepted = (request.headers['accept-language'] ?? '').split(',').map(part => part.trim().slice(0, 2))
  const offered: readonly string[] = brand.site.languages
  return brandLanguage(
    brand,
    [chosen, ...accepted].find(code => code !== undefined && offered.includes(code)),
  )
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedAnswer) {
  reply.headers({ etag: page.etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, Cookie' })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const { body, encoding } = page.bodyFor(request.headers['accept-encoding']?.toString() ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(200).type('text/html; charset=utf-8').send(body)
}

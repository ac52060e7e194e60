import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandAnswers } from '../brand-answers.ts'
import type { BrandKeeper } from '../keep-brands.ts'
import { brandByHost, type Brands } from '../load-brands.ts'
import { findPicture } from '../queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { startOptions } from '#server/platform/start-options.ts'
import { serveInstall } from '../install/serve-install.ts'
import { firstScreenOf, pageOf, readFirstFiles, readManifest, studioPageOf } from './page.ts'
import type { CachedAnswer } from '#server/platform/http/cached-answer.ts'
import { brandLanguage } from '#shared/features/brands/rules.ts'
import type { Brand, BrandLanguage } from '#shared/features/brands/schema.ts'

const built = join(startOptions.pagesDir, 'web')

/** What the learner app’s pages are made of; undefined while it is not built. */
export async function readAppParts() {
  const template = await readFile(join(built, 'index.html'), 'utf8').catch(() => undefined)
  return template === undefined ? undefined : { template, first: await readFirstFiles(built) }
}
/** An SVG opened directly runs nothing. */
const assetPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const yearMs = 365 * 86_400_000

/**
 * The learner app: hashed, immutable files under /v/ and one page for every other address, in the look of the domain's
 * brand.
 */
export async function servePages(
  server: FastifyInstance,
  db: Db,
  { brands, site }: Pick<BrandKeeper, 'brands' | 'site'>,
) {
  await serveStudio(server, brands)
  const parts = await readAppParts()
  if (!parts) {
    server.log.warn('The learner app is not built; only the API is served')
    return
  }
  const { template, first } = parts
  const pages = brandAnswers()
  await server.register(fastifyStatic, {
    root: join(built, 'assets'),
    prefix: '/v/assets/',
    preCompressed: true,
    // Scripts are never requested in parts, and immutable files never again; more headers would outweigh the small ones.
    cacheControl: false,
    setHeaders: response => void response.setHeader('cache-control', `max-age=${yearMs / 1000}, immutable`),
    acceptRanges: false,
    lastModified: false,
    etag: false,
    index: false,
    wildcard: true,
  })
  servePictures(server, db, brands)
  server.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
    reply.sendFile('service-worker.js', built, { cacheControl: true, maxAge: 0, immutable: false }),
  )
  serveInstall(server, db, brands, languageOf)

  server.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (!isNavigation(request)) refuseCommon('not_found')
    const brand = brandByHost(brands, request.hostname)
    const language = languageOf(request, brand)
    // Only a hint: the calls decide what the cookie opens.
    const isSignedIn = /(?:^|;\s*)(?:__Host-)?token=./.test(request.headers.cookie ?? '')
    const [path = ''] = request.url.split('?')
    const screen = firstScreenOf(first, path, { brand, isSignedIn })
    const make = () => pageOf(template, first, { brand, language, isSignedIn, screen, ...site })
    return sendPage(request, reply, pages(brand, `${language} ${isSignedIn} ${screen?.address}`, make, 'text'))
  })
}

/** Pictures of brands, from their files or uploaded in the studio. */
function servePictures(server: FastifyInstance, db: Db, brands: Brands) {
  server.get<{ Params: { file: string } }>('/brands/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params
    const asset = brands.assets.get(file) ?? (await findPicture(db, file)) ?? refuseCommon('not_found')
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', 'content-security-policy': assetPolicy })
      .type(asset.mime)
      .send(asset.bytes)
  })
}

const builtStudio = join(startOptions.pagesDir, 'studio')

/**
 * The staff app: one page for every address under /admin, in the look of the domain's brand, with its files under
 * /admin/v/.
 */
async function serveStudio(server: FastifyInstance, brands: Brands) {
  const template = await readFile(join(builtStudio, 'index.html'), 'utf8').catch(() => undefined)
  if (template === undefined) {
    server.log.warn('The studio is not built')
    return
  }
  const manifest = await readManifest(builtStudio)
  const pages = brandAnswers()
  await server.register(fastifyStatic, {
    root: join(builtStudio, 'assets'),
    prefix: '/admin/v/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: yearMs,
    index: false,
    wildcard: true,
  })
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    if (!isNavigation(request)) refuseCommon('not_found')
    const brand = brandByHost(brands, request.hostname)
    const language = languageOf(request, brand)
    const make = () => studioPageOf(template, manifest, { brand, language })
    return sendPage(request, reply, pages(brand, language, make, 'text'))
  }
  for (const address of ['/admin', '/admin/*']) server.get(address, { schema: { hide: true } }, answer)
}

/** Whether a browser is asking for a page rather than a script, a picture or an unknown call. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(spa|media|v|brands|admin\/v)\//.test(request.url)) return false
  return (request.headers.accept ?? '*/*').includes('text/html') || request.headers['sec-fetch-mode'] === 'navigate'
}

/** The language the reader chose, otherwise the browser's first that the brand offers, otherwise the brand's default. */
export function languageOf(request: FastifyRequest, brand: Brand): BrandLanguage {
  const chosen = /(?:^|;\s*)locale=([a-z]{2})/.exec(request.headers.cookie ?? '')?.[1]
  const accepted = (request.headers['accept-language'] ?? '').split(',').map(part => part.trim().slice(0, 2))
  const offered: readonly string[] = brand.site.languages
  return brandLanguage(
    brand,
    [chosen, ...accepted].find(code => code !== undefined && offered.includes(code)),
  )
}

/** Sends a page, or 304 when the browser's copy is current. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedAnswer, status = 200) {
  reply.headers({ etag: page.etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, Cookie' })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const { body, encoding } = page.bodyFor(request.headers['accept-encoding']?.toString() ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(status).type('text/html; charset=utf-8').send(body)
}

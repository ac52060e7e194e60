import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { brandAnswers } from '../brand-answers.ts'
import type { BrandKeeper } from '../keep-brands.ts'
import { type Brands, brandByHost } from '../load-brands.ts'
import { findPicture } from '../queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { startOptions } from '#server/platform/start-options.ts'
import { installManifestOf, pageOf, readManifest } from './page.ts'
import { isNavigation, languageOf, sendPage } from './page-request.ts'
import { serveStudio } from './studio-pages.ts'

const built = join(startOptions.pagesDir, 'web')
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
  const template = await readFile(join(built, 'index.html'), 'utf8').catch(() => undefined)
  if (template === undefined) {
    server.log.warn('The learner app is not built; only the API is served')
    return
  }
  const manifest = await readManifest(built)
  const pages = brandAnswers()
  await server.register(fastifyStatic, {
    root: join(built, 'assets'),
    prefix: '/v/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: yearMs,
    // Scripts are never requested in parts, and immutable files never again; the header would outweigh the small ones.
    acceptRanges: false,
    lastModified: false,
    etag: false,
    index: false,
    wildcard: true,
  })
  servePictures(server, db, brands)
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
    // Only a hint: the calls decide what the cookie opens.
    const isSignedIn = /(?:^|;\s*)(?:__Host-)?token=./.test(request.headers.cookie ?? '')
    const visit = { brand, language, isSignedIn, ...site }
    const make = () => pageOf(template, manifest, visit)
    return sendPage(request, reply, pages(brand, `${language} ${isSignedIn}`, make, 'text'))
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

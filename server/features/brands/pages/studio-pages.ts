import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandAnswers } from '../brand-answers.ts'
import { type Brands, brandByHost } from '../load-brands.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { startOptions } from '#server/platform/start-options.ts'
import { readManifest, studioPageOf } from './page.ts'
import { isNavigation, languageOf, sendPage } from './page-request.ts'

const built = join(startOptions.pagesDir, 'studio')
const yearMs = 365 * 86_400_000

/**
 * The staff app: one page for every address under /admin, in the look of the domain's brand, with its files under
 * /admin/v/.
 */
export async function serveStudio(server: FastifyInstance, brands: Brands) {
  const template = await readFile(join(built, 'index.html'), 'utf8').catch(() => undefined)
  if (template === undefined) {
    server.log.warn('The studio is not built')
    return
  }
  const manifest = await readManifest(built)
  const pages = brandAnswers()
  await server.register(fastifyStatic, {
    root: join(built, 'assets'),
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

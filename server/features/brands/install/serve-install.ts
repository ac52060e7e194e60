import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/database/statement.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { brandLanguage } from '#shared/features/brands/rules.ts'
import type { Brand, BrandLanguage } from '#shared/features/brands/schema.ts'
import { brandByHost, type Brands } from '../load-brands.ts'
import { findPicture } from '../queries.ts'
import { openAppPictures } from './app-icons.ts'
import { installManifestOf, sharePath } from './install-manifest.ts'

type LanguageOf = (request: FastifyRequest, brand: Brand) => BrandLanguage

/** With what a device installs the app of the domain's school: the manifest, its pictures, and where it is sent what is shared. */
export function serveInstall(server: FastifyInstance, db: Db, brands: Brands, languageOf: LanguageOf): void {
  const draw = openAppPictures({
    log: server.log,
    markOf: async ({ site: { favicon } }) => brands.assets.get(favicon) ?? (await findPicture(db, favicon)),
  })
  server.get<{ Querystring: { lang?: string } }>(
    '/manifest.webmanifest',
    { schema: { hide: true } },
    (request, reply) => {
      const brand = brandByHost(brands, request.hostname)
      const { lang } = request.query
      const language = lang === undefined ? languageOf(request, brand) : brandLanguage(brand, lang)
      return reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json')
        .send(installManifestOf(brand, language))
    },
  )
  server.get<{ Params: { file: string } }>('/brands/app/:file', { schema: { hide: true } }, async (request, reply) => {
    const picture = await draw(brandByHost(brands, request.hostname), request.params.file)
    if (!picture) return refuseCommon('not_found')
    return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(picture)
  })
  // The service worker takes what is shared; without one nothing can be taken, which the app says.
  const toScreen = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(sharePath, 303)
  server.post(sharePath, { schema: { hide: true }, onRequest: toScreen }, toScreen)
}

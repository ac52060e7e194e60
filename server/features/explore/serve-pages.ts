import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandByHost, type Brands } from '#server/features/brands/load-brands.ts'
import { type ServedPage, servedPageOf } from '#server/features/brands/pages/page.ts'
import { languageOf, readAppParts, sendPage } from '#server/features/brands/pages/pages.ts'
import { offeredLanguages } from '#shared/features/brands/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { askedPage, pagePath } from '#shared/features/explore/rules.ts'
import { sendCard } from './card.ts'
import { answerOf, type FoundPage, type PublicPages } from './pages/public-pages.ts'
import { robots, sitemap } from './site-map.ts'

/** What pages are made of while the app is not built. */
const bare = {
  template:
    '<!doctype html><html lang="%LANG%"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><!--kurso:head--></head><body><div id="app"></div></body></html>',
  tokens: '',
}

type Parts = { brands: Brands; pages: PublicPages; makeCard: (brand: Brand, found: FoundPage) => Promise<Buffer> }
const hidden = { schema: { hide: true } }

/** The pages that strangers read, their pictures, and what tells search engines of them. */
export async function serveExplore(server: FastifyInstance, { brands, pages, makeCard }: Parts) {
  const app = await readAppParts()
  const around = app ? { template: app.template, tokens: app.first.tokens } : bare

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const brand = brandByHost(brands, request.hostname)
    const [path = '', query] = request.url.split('?')
    const search = query === undefined ? '' : `?${query}`
    if (path.endsWith('/')) return redirect(reply, `${path.replace(/\/+$/, '')}${search}`)
    const card = /^(.*)\/card\.jpg$/.exec(path)?.[1]
    const asked = askedPage(card ?? path)
    const reader = languageOf(request, brand)
    const language = asked?.language && offeredLanguages(brand).includes(asked.language) ? asked.language : reader
    // A name that no page can have is found by none.
    const found = await pages.find(brand, asked ? asked.name : '-', language)
    if ('movedTo' in found)
      return redirect(
        reply,
        `${pagePath(found.movedTo, asked?.language)}${card === undefined ? '' : '/card.jpg'}${search}`,
      )
    if (card !== undefined) return sendCard(request, reply, found.isThere ? await makeCard(brand, found) : undefined)
    return sendPage(request, reply, made(brand, found, asked?.language !== undefined), found.isThere ? 200 : 404)
  }

  function made(brand: Brand, found: FoundPage, hasOwnLanguage: boolean) {
    const { page, language, head, body } = found
    const served: ServedPage = { title: `${page.title} · ${brand.site.name}`, head, body, hasOwnLanguage }
    const make = () => servedPageOf(around, { brand, language }, served)
    return answerOf(found, String(hasOwnLanguage), make)
  }

  for (const address of ['/explore', '/explore/*']) server.get(address, hidden, answer)
  server.get('/robots.txt', hidden, (request, reply) => {
    const origin = pages.originOf(brandByHost(brands, request.hostname))
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots(origin))
  })
  server.get('/sitemap.xml', hidden, async (request, reply) => {
    const brand = brandByHost(brands, request.hostname)
    const text = sitemap(await pages.list(brand), { origin: pages.originOf(brand), languages: offeredLanguages(brand) })
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
}

/** Not to be kept: a course may take an earlier name again. The address is one of ours, below the same origin. */
const redirect = (reply: FastifyReply, path: string) =>
  reply.header('cache-control', 'no-cache').redirect(path.replace(/^\/+/, '/'), 301)

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedAnswer } from '#server/platform/http/cached-answer.ts'
import { brandLanguage } from '#shared/features/brands/rules.ts'
import type { Brand, BrandLanguage } from '#shared/features/brands/schema.ts'

/** Whether a browser is asking for a page rather than a script, a picture or an unknown call. */
export function isNavigation(request: FastifyRequest): boolean {
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
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedAnswer) {
  reply.headers({ etag: page.etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, Cookie' })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const { body, encoding } = page.bodyFor(request.headers['accept-encoding']?.toString() ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(200).type('text/html; charset=utf-8').send(body)
}

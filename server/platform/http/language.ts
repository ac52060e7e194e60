import type { FastifyRequest } from 'fastify'
import type { Language } from '#shared/platform/contract.ts'

const languages: readonly string[] = ['en', 'ru', 'es']

/** The language a request asks for in `lang` or else Accept-Language; undefined when Kurso does not support it. */
export function languageOf({ query, headers }: FastifyRequest): Language | undefined {
  const asked = typeof query === 'object' && query !== null && 'lang' in query ? String(query.lang) : ''
  const accepted = (headers['accept-language'] ?? '').split(',').map(part => part.trim().slice(0, 2).toLowerCase())
  return [asked, ...accepted].find((code): code is Language => languages.includes(code))
}

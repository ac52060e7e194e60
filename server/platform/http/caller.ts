import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Language } from '#shared/platform/contract.ts'

/**
 * The network an address belongs to for rate limits: an IPv4 address itself, or the first 64 bits of an IPv6 address,
 * since one subscriber usually has that whole network.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const first = groupsOf(head)
  const last = groupsOf(tail ?? '')
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const groups = tail === undefined ? first : [...first, ...zeros, ...last]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

const languages: readonly string[] = ['en', 'ru', 'es']

/** The language a request asks for in `lang` or else Accept-Language; undefined when Kurso does not support it. */
export function languageOf({ query, headers }: FastifyRequest): Language | undefined {
  const asked = typeof query === 'object' && query !== null && 'lang' in query ? String(query.lang) : ''
  const accepted = (headers['accept-language'] ?? '').split(',').map(part => part.trim().slice(0, 2).toLowerCase())
  return [asked, ...accepted].find((code): code is Language => languages.includes(code))
}

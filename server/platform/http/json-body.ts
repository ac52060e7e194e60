import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseCommon } from './refusals.ts'

/** An unpaired surrogate; it cannot be stored as UTF-8. */
const loneHalf = /\p{Surrogate}/u
const mayBeUnstorable = /\\u(0000|[dD][89a-fA-F])/

/**
 * Parses JSON bodies. An empty body counts as none; NUL and unpaired surrogates, which PostgreSQL cannot store, are
 * refused by field.
 */
export function addJsonParser(server: FastifyInstance) {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      if (text.trim() === '') return undefined
      const value = parse(text)
      const wrong = mayBeUnstorable.test(text) ? unstorableField(value, '') : undefined
      if (wrong !== undefined) refuseCommon('invalid_input', { fields: [wrong] })
      return value
    },
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, refuseProto)
  } catch {
    return refuseCommon('malformed_request')
  }
}

function refuseProto(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

function unstorableField(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isUnstorable(value) ? path || 'body' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = isUnstorable(key) ? path || 'body' : unstorableField(inner, path ? `${path}.${key}` : key)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a text contains characters PostgreSQL cannot store. */
export const isUnstorable = (text: string) => text.includes('\0') || loneHalf.test(text)

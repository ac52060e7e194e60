import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseCommon } from './refusals.ts'

/** Parses JSON bodies. An empty body is no body; a NUL character, which PostgreSQL cannot store, is refused by field. */
export function addJsonParser(server: FastifyInstance) {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      if (text.trim() === '') return undefined
      const value = parse(text)
      const nul = text.includes('\\u0000') ? fieldWithNul(value, '') : undefined
      if (nul !== undefined) refuseCommon('invalid_input', { fields: [nul] })
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

function fieldWithNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path || 'body' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = key.includes('\0') ? path || 'body' : fieldWithNul(inner, path ? `${path}.${key}` : key)
    if (found !== undefined) return found
  }
  return undefined
}

import multipart, { type Multipart } from '@fastify/multipart'
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
const isUnstorable = (text: string) => text.includes('\0') || loneHalf.test(text)

/** Limits of a whole form and of one field, in bytes. */
const formBytes = 64 * 1024
const fieldBytes = 16 * 1024
const mostFields = 50

/** Makes the calls of a scope accept their body as the fields of a multipart form. */
export async function addFormParser(scope: FastifyInstance): Promise<void> {
  const limits = { fields: mostFields, parts: mostFields, fieldSize: fieldBytes, fileSize: 1 }
  await scope.register(multipart, { limits, throwFileSizeLimit: false })
}

/**
 * The fields of a form by name, all of them text, for the call's schema to check. Files, repeated fields, NUL and
 * unpaired surrogates are refused by field; a malformed form with 400; more than 64 kB, a field over 16 kB or more than
 * 50 fields as too large, 413.
 */
export async function formOf(request: FastifyRequest): Promise<Record<string, string>> {
  if (Number(request.headers['content-length'] ?? 0) > formBytes) refuseCommon('too_large')
  const fields = new Map<string, string>()
  const wrong = new Set<string>()
  for await (const part of partsOf(request)) {
    if (part.type === 'file') part.file.resume()
    else if (part.fieldnameTruncated || part.valueTruncated) refuseCommon('too_large')
    if (
      part.type === 'file' ||
      typeof part.value !== 'string' ||
      isUnstorable(part.value) ||
      fields.has(part.fieldname)
    )
      wrong.add(part.fieldname)
    else fields.set(part.fieldname, part.value)
  }
  if (wrong.size) refuseCommon('invalid_input', { fields: [...wrong] })
  return Object.fromEntries(fields)
}

/** Errors of the form parser without a status are the sender's fault. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  const parts = request.parts()
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      if (error instanceof Error && 'statusCode' in error) throw error
      return refuseCommon('malformed_request')
    })
    if (next.done) return
    yield next.value
  }
}

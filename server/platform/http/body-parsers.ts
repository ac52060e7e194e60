import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUnstorable } from './json-body.ts'
import { refuseCommon } from './refusals.ts'

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

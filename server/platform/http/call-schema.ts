import Type, { type TSchema } from 'typebox'
import { paramNames } from '#shared/platform/contract.ts'
import type { BoundRoute } from './routes.ts'

const RefusalAnswer = Type.Object({
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(
    Type.Unsafe<Record<string, string[]>>(Type.Object({}, { additionalProperties: Type.Array(Type.String()) })),
  ),
})

const maxId = Number.MAX_SAFE_INTEGER

/** The schema that validates, serialises and documents one call. */
export function callSchema({ name, call }: BoundRoute) {
  const expand = call.expand && {
    expand: Type.Optional(Type.String({ maxLength: 1000, description: `Any of: ${call.expand.join(', ')}` })),
  }
  const asked: { properties?: Record<string, TSchema> } | undefined = call.query
  const query = Type.Object({ lang: Type.Optional(Type.String({ maxLength: 20 })), ...expand, ...asked?.properties })
  const refused = Object.fromEntries(['4xx', '503'].map(status => [status, RefusalAnswer]))
  return {
    summary: call.summary,
    tags: [name.split(' ')[1]?.split('/')[1] ?? ''],
    params: paramsSchema(name),
    querystring: query,
    ...(call.body && { body: call.body }),
    ...(call.isMultipart && { consumes: ['multipart/form-data', 'application/json'] }),
    response: { 200: call.answer, ...refused },
    ...(call.access !== 'public' && { security: [{ bearer: [] }] }),
  }
}

function paramsSchema(name: string) {
  return Type.Object(
    Object.fromEntries(
      paramNames(name).map(param => [
        param,
        /^id$|Id$/.test(param) ? Type.Integer({ minimum: 1, maximum: maxId }) : Type.String({ maxLength: 200 }),
      ]),
    ),
  )
}

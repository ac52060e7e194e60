import fastJson from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { paramNames } from '#shared/platform/contract.ts'
import type { BoundRoute } from './routes.ts'

const RefusalAnswer = Type.Object({
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(
    Type.Unsafe<Record<string, string[]>>(Type.Object({}, { additionalProperties: Type.Array(Type.String()) })),
  ),
  because: Type.Optional(
    Type.String({ description: 'Why, where one refusal has several reasons: the word by which the contract knows it' }),
  ),
  instead: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Times that could be had in place of the refused one' }),
  ),
})

const maxId = Number.MAX_SAFE_INTEGER

type Schema = ReturnType<typeof schemaOf>
type Serialize = (answer: unknown) => string

const schemas = new WeakMap<BoundRoute['call'], Schema>()
const serializers = new WeakMap<object, Serialize>()

/** Compiles the schema of an answer when it is first given: compiling them all takes half of a start. */
export function useSerializers(server: FastifyInstance) {
  server.setSerializerCompiler<object>(({ schema }) => answer => {
    const serialize = serializers.get(schema) ?? fastJson(schema)
    serializers.set(schema, serialize)
    return serialize(answer)
  })
}

/** The schema that validates, serialises and documents one call; always the same one, so that it is compiled once. */
export function callSchema({ name, call }: BoundRoute): Schema {
  const schema = schemas.get(call) ?? schemaOf(name, call)
  schemas.set(call, schema)
  return schema
}

function schemaOf(name: string, call: BoundRoute['call']) {
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

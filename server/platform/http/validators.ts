import Ajv, { type ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'

/** Query and path arrive as text and are coerced; a JSON body must have its types right already. */
export function useValidators(server: FastifyInstance) {
  const options = { allErrors: true, useDefaults: true, strict: false }
  const texts = new Ajv({ ...options, coerceTypes: 'array' })
  // JSON can write 1e999, which JavaScript reads as Infinity; a text that says so is beyond every declared maximum.
  const values = new Ajv({ ...options, strictNumbers: true })
  server.setValidatorCompiler<object>(({ schema, httpPart }) => lazily(httpPart === 'body' ? values : texts, schema))
}

/** Compiles a schema for its first request: compiling them all takes longer than the rest of a start. */
function lazily(ajv: Ajv, schema: object) {
  let compiled: ValidateFunction | undefined
  const validate: { (value: unknown): boolean; errors?: ValidateFunction['errors'] } = value => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(value)
    validate.errors = compiled.errors
    return isValid
  }
  return validate
}

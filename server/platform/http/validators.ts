import Ajv from 'ajv'
import type { FastifyInstance } from 'fastify'

/** Query and path arrive as text and are coerced; a JSON body must have its types right already. */
export function useValidators(server: FastifyInstance) {
  const options = { allErrors: true, useDefaults: true, strict: false }
  const texts = new Ajv({ ...options, coerceTypes: 'array' })
  // JSON can write 1e999, which JavaScript reads as Infinity; a text that says so is beyond every declared maximum.
  const values = new Ajv({ ...options, strictNumbers: true })
  server.setValidatorCompiler<object>(({ schema, httpPart }) => (httpPart === 'body' ? values : texts).compile(schema))
}

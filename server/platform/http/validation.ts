import Ajv, { type ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import type { Language } from '#shared/platform/contract.ts'
import { linePattern, linesPattern } from '#shared/platform/text.ts'

const options = { allErrors: true, useDefaults: true, strict: false }
const texts = new Ajv({ ...options, coerceTypes: 'array' })
// JSON can write 1e999, which JavaScript reads as Infinity; a text that says so is beyond every declared maximum.
const values = new Ajv({ ...options, strictNumbers: true })

/** Query and path arrive as text and are coerced; a JSON body must have its types right already. */
export function useValidators(server: FastifyInstance) {
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

type Texts = Record<Language, (params: Record<string, unknown>) => string>

const fallback: Texts = {
  en: () => 'This value is not accepted',
  ru: () => 'Такое значение не подходит',
  es: () => 'Este valor no es válido',
}

const byPattern: Record<string, Record<Language, string>> = {
  [linePattern]: {
    en: 'Please remove line breaks, tabs and other characters that cannot be seen',
    ru: 'Уберите переносы строк, табуляцию и другие невидимые символы',
    es: 'Elimina los saltos de línea, las tabulaciones y otros caracteres invisibles',
  },
  [linesPattern]: {
    en: 'Please remove the control characters, which cannot be seen',
    ru: 'Уберите управляющие символы: они не видны',
    es: 'Elimina los caracteres de control, que no se ven',
  },
}

const byKeyword: Record<string, Texts> = {
  required: { en: () => 'Required', ru: () => 'Обязательное поле', es: () => 'Campo obligatorio' },
  additionalProperties: {
    en: () => 'Unknown field',
    ru: () => 'Неизвестное поле',
    es: () => 'Campo desconocido',
  },
  type: {
    en: ({ type }) => `Must be of type ${String(type)}`,
    ru: ({ type }) => `Ожидается тип ${String(type)}`,
    es: ({ type }) => `Debe ser de tipo ${String(type)}`,
  },
  minLength: {
    en: ({ limit }) => `At least ${String(limit)} characters`,
    ru: ({ limit }) => `Минимальная длина: ${String(limit)}`,
    es: ({ limit }) => `Longitud mínima: ${String(limit)}`,
  },
  maxLength: {
    en: ({ limit }) => `At most ${String(limit)} characters`,
    ru: ({ limit }) => `Максимальная длина: ${String(limit)}`,
    es: ({ limit }) => `Longitud máxima: ${String(limit)}`,
  },
  minimum: {
    en: ({ limit }) => `Must be ${String(limit)} or more`,
    ru: ({ limit }) => `Не меньше ${String(limit)}`,
    es: ({ limit }) => `Debe ser ${String(limit)} o más`,
  },
  maximum: {
    en: ({ limit }) => `Must be ${String(limit)} or less`,
    ru: ({ limit }) => `Не больше ${String(limit)}`,
    es: ({ limit }) => `Debe ser ${String(limit)} o menos`,
  },
}

/** The `errors` of a 422: each invalid field with the reason, in the caller's language. */
export function fieldErrors(errors: readonly FastifySchemaValidationError[], language: Language) {
  const fields: Record<string, string[]> = {}
  for (const error of errors) {
    const field = fieldOf(error)
    const known = error.keyword === 'pattern' ? byPattern[String(error.params['pattern'])] : undefined
    const text = known?.[language] ?? (byKeyword[error.keyword] ?? fallback)[language](error.params)
    fields[field] = [...(fields[field] ?? []), text]
  }
  return fields
}

function fieldOf(error: FastifySchemaValidationError): string {
  const parent = error.instancePath.slice(1).replaceAll('/', '.')
  const own = error.params['missingProperty'] ?? error.params['additionalProperty']
  if (typeof own !== 'string') return parent || 'body'
  return parent ? `${parent}.${own}` : own
}

import Type from 'typebox'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { linePattern, linesPattern } from './text.ts'

const maxId = Number.MAX_SAFE_INTEGER

/** A row's id on the wire. */
export const Id = Type.Integer({ minimum: 1, maximum: maxId })
/** Wire time: whole Unix seconds. */
export const Seconds = Type.Integer({ description: 'Unix seconds' })
export const NullableId = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
export const NullableSeconds = Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Unix seconds' })
export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] })
/** Calendar date, year-month-day. */
export const DateText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
/** A list's page, from 1. */
export const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })

/** One line that a person types; line breaks, tabs and control characters are refused, everything visible is kept (016). */
export const Line = (maxLength: number) => Type.String({ maxLength, pattern: linePattern })

/** Lines that a person types; control characters are refused, everything visible is kept (016). */
export const Lines = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength, pattern: linesPattern })

/** A comma-separated list of the top-level fields to return. */
export const Fields = Type.Optional(Type.String({ maxLength: 1000 }))

/** One of the given words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words })
}

/** `schema` or null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** Typed as the whole object, sent with only the requested properties. */
export function asked<Schema extends Parameters<typeof Type.Partial>[0]>(schema: Schema) {
  return Type.Unsafe<Type.Static<Schema>>(Type.Partial(schema))
}

/** What is wrong with a file's content, and where: `stages[1].days[0].title.ru`; `rule` names what was broken for a program. */
export type Problem = { place: string; reason: string; rule?: string }

type SchemaError = { keyword: string; schemaPath: string; instancePath: string; params: object; message: string }

const stepsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** `/stages/1/title` as `stages[1].title`. */
function placeOf(pointer: string, ...more: string[]): string {
  return [...stepsOf(pointer), ...more]
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index ? `.${step}` : step))
    .join('')
}

function at(root: unknown, pointer: string): unknown {
  let value = root
  for (const step of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([name]) => name === step)?.[1]
  }
  return value
}

function describedForm(schema: TSchema, error: SchemaError): string | undefined {
  const found = at(schema, error.schemaPath.slice(1))
  const description =
    typeof found === 'object' && found !== null && 'description' in found ? found.description : undefined
  return typeof description === 'string' ? description : undefined
}

function problemsOf(schema: TSchema, error: SchemaError): Problem[] {
  if (error.keyword === 'boolean') return [{ place: placeOf(error.instancePath), reason: 'is not a known field' }]
  if (error.keyword === 'required' && 'requiredProperties' in error.params) {
    const names = error.params.requiredProperties as string[]
    return names.map(name => ({ place: placeOf(error.instancePath, name), reason: 'is missing', rule: error.keyword }))
  }
  const isObjectWanted = 'type' in error.params && error.params.type === 'object'
  const isDescribed = ['pattern', 'minLength', 'const'].includes(error.keyword) || isObjectWanted
  const form = isDescribed ? describedForm(schema, error) : undefined
  return [{ place: placeOf(error.instancePath), reason: form ? `must be ${form}` : error.message, rule: error.keyword }]
}

/** One problem for all the alternatives that failed at one place. */
function choiceProblem(schema: TSchema, place: string, errors: SchemaError[]): Problem {
  const values = errors.flatMap(error => ('allowedValue' in error.params ? [String(error.params.allowedValue)] : []))
  if (values.length) return { place, reason: `must be one of ${[...new Set(values)].join(', ')}` }
  const isNullWanted = (error: SchemaError) => 'type' in error.params && error.params.type === 'null'
  const first = errors.find(error => !isNullWanted(error)) ?? errors[0]
  const reason = first ? problemsOf(schema, first)[0]?.reason : undefined
  return {
    place,
    reason: `${reason ?? 'fits none of the alternatives'}${errors.some(isNullWanted) ? ', or null' : ''}`,
  }
}

/** Where `value` breaks `schema`, worded for the author of the file; only the first few, none when it is valid. */
export function schemaProblems(schema: TSchema, value: unknown): Problem[] {
  const errors: SchemaError[] = Errors(schema, value).filter(
    error => error.keyword !== 'anyOf' && error.keyword !== 'additionalProperties',
  )
  const isChoice = (error: SchemaError) => error.schemaPath.includes('/anyOf/')
  const choices = new Map<string, SchemaError[]>()
  for (const error of errors.filter(isChoice)) {
    const place = placeOf(error.instancePath)
    choices.set(place, [...(choices.get(place) ?? []), error])
  }
  return [
    ...errors.filter(error => !isChoice(error)).flatMap(error => problemsOf(schema, error)),
    ...[...choices].map(([place, group]) => choiceProblem(schema, place, group)),
  ]
}

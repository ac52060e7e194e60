import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'

/** What is wrong with a file's content, and where: `stages[1].days[0].title.ru`. */
export type Problem = { place: string; reason: string }

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
    return names.map(name => ({ place: placeOf(error.instancePath, name), reason: 'is missing' }))
  }
  const form = error.keyword === 'pattern' || error.keyword === 'minLength' ? describedForm(schema, error) : undefined
  return [{ place: placeOf(error.instancePath), reason: form ? `must be ${form}` : error.message }]
}

/** Several alternatives failed at one place: said as one sentence. */
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

/** The places where `value` breaks `schema`, in words for the person who wrote the file; the first few, none when it fits. */
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

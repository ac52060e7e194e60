import Type, { type TSchema } from 'typebox'

const maxId = Number.MAX_SAFE_INTEGER

/** A row's number on the wire. */
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

/** A comma-separated choice of top-level fields to answer with. */
export const Fields = Type.Optional(Type.String({ maxLength: 1000 }))

/** One of the given words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words })
}

/** `schema` or null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** Typed as the whole object, sent with whichever of its properties were asked for. */
export function asked<Schema extends Parameters<typeof Type.Partial>[0]>(schema: Schema) {
  return Type.Unsafe<Type.Static<Schema>>(Type.Partial(schema))
}

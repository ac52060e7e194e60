import Type from 'typebox'

/** A key that whoever sees the settings may see. `pattern` is its form. */
export const openKey = (pattern: string) => Type.String({ minLength: 1, maxLength: 500, pattern })

/** A key that is written and never shown again; forms and answers know it by `writeOnly`. `pattern` is its form. */
export const secretKey = (pattern = '^[\\x21-\\x7e]+$') =>
  Type.String({ minLength: 8, maxLength: 500, pattern, writeOnly: true })

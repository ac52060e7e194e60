import Type from 'typebox'

/** A session's token, the answer of every way of signing in. */
export const Token = Type.Object({ token: Type.String() })
/** A secret a person was sent or given. */
export const tokenText = Type.String({ minLength: 1, maxLength: 200 })
export const emailText = Type.String({ minLength: 1, maxLength: 320 })
export const passwordText = Type.String({ minLength: 1, maxLength: 200 })

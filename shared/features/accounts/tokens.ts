import Type from 'typebox'

/** A session's token, as every way of signing in answers it. */
export const Token = Type.Object({ token: Type.String() })
/** A secret that somebody was sent or given. */
export const tokenText = Type.String({ minLength: 1, maxLength: 200 })
export const emailText = Type.String({ minLength: 1, maxLength: 320 })
export const passwordText = Type.String({ minLength: 1, maxLength: 200 })

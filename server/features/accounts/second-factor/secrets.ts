import { createHmac, randomBytes } from 'node:crypto'
import { keyFor, seal, unseal } from '../sealing.ts'
import { newReadable } from '../secrets.ts'

const secretBytes = 20
const recoveryCodes = 10
const purpose = 'second factor'

/** A new secret to share with a person's app: as many bytes as the hash of its codes has. */
export const newFactorSecret = () => randomBytes(secretBytes)

/** A secret as it is stored, encrypted under the server's key for this person alone. */
export const sealSecret = (codeKey: string, userId: number, secret: Buffer) =>
  seal(codeKey, purpose, String(userId), secret)

/** The secret that was sealed; undefined when it was for somebody else or under another key, or was changed. */
export function unsealSecret(codeKey: string, userId: number, sealed: Buffer): Buffer | undefined {
  const secret = unseal(codeKey, purpose, String(userId), sealed)
  return secret?.length === secretBytes ? secret : undefined
}

/** New codes for who has lost the app: two groups of six characters, 59 random bits. */
export const newRecoveryCodes = () => Array.from({ length: recoveryCodes }, () => newReadable(2, 6))

/** The stored form of a recovery code under the server's key; how it is spaced and written does not matter. */
export function hashRecoveryCode(codeKey: string, userId: number, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHmac('sha256', keyFor(codeKey, 'recovery codes')).update(`${userId} ${plain}`).digest()
}

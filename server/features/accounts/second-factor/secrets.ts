import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { newReadable } from '../secrets.ts'

const algorithm = 'aes-256-gcm'
const secretBytes = 20
const nonceBytes = 12
const tagBytes = 16
const recoveryCodes = 10

const keyFor = (codeKey: string, purpose: string) => Buffer.from(hkdfSync('sha256', codeKey, '', purpose, 32))

/** A new secret to share with a person's app: as many bytes as the hash of its codes has. */
export const newFactorSecret = () => randomBytes(secretBytes)

/** A secret as it is stored, encrypted under the server's key for this person alone. */
export function sealSecret(codeKey: string, userId: number, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(codeKey, 'second factor'), nonce).setAAD(Buffer.from(String(userId)))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** The secret that was sealed; undefined when it was for somebody else or under another key, or was changed. */
export function unsealSecret(codeKey: string, userId: number, sealed: Buffer): Buffer | undefined {
  if (sealed.length !== nonceBytes + tagBytes + secretBytes) return undefined
  const [nonce, tag] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes, nonceBytes + tagBytes)]
  const decipher = createDecipheriv(algorithm, keyFor(codeKey, 'second factor'), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(String(userId))).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}

/** New codes for who has lost the app: two groups of six characters, 59 random bits. */
export const newRecoveryCodes = () => Array.from({ length: recoveryCodes }, () => newReadable(2, 6))

/** The stored form of a recovery code under the server's key; how it is spaced and written does not matter. */
export function hashRecoveryCode(codeKey: string, userId: number, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHmac('sha256', keyFor(codeKey, 'recovery codes')).update(`${userId} ${plain}`).digest()
}

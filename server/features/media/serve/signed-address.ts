import { createHmac, timingSafeEqual } from 'node:crypto'

type Signed = { key: string; secret: string }

const roundSeconds = 6 * 3600
const marked = /^~(\d{1,12})-([\w-]{22})\/(.+)$/

function signatureOf({ key, secret }: Signed, expires: number): string {
  return createHmac('sha256', secret).update(`${key} ${expires}`).digest('base64url').slice(0, 22)
}

/**
 * The part of an address that opens a private item's files for 6 to 12 hours from `now` (ms), the same for six hours. It is a
 * folder, so that the files next to a playlist are signed with it.
 */
export function signedFolder(item: Signed, now: number): string {
  const expires = (Math.floor(now / 1000 / roundSeconds) + 2) * roundSeconds
  return `~${expires}-${signatureOf(item, expires)}`
}

export type AskedFile = { path: string; signature?: { expires: number; text: string } }

/** Splits a requested path into the file's path and its signature. */
export function askedFile(wildcard: string): AskedFile {
  const [, expires, text = '', path = ''] = marked.exec(wildcard) ?? []
  return expires === undefined ? { path: wildcard } : { path, signature: { expires: Number(expires), text } }
}

/** Whether a signature is of this item and has not expired at `now` (ms). */
export function isSignatureGood(item: Signed, signature: AskedFile['signature'], now: number): boolean {
  if (!signature || signature.expires * 1000 <= now) return false
  return timingSafeEqual(Buffer.from(signatureOf(item, signature.expires)), Buffer.from(signature.text))
}

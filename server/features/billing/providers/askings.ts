import { createHmac, timingSafeEqual } from 'node:crypto'

/** A provider may have forgotten a key after this, so what was asked with it is looked for first. */
export const keyLifeMs = 20 * 3_600_000
/** How old a signature may be, in ms. */
const signatureLifeMs = 300_000

/** Whether a header like `t=…,v1=…` (Unix seconds, HMAC-SHA256 of `t.body` in hex) is of this secret and recent at `now` (ms). */
export function isSigned(body: Buffer, header: unknown, secret: string, now: number): boolean {
  const found = /^t=(?<at>\d{1,12}),v1=(?<hash>[0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '')?.groups
  if (found === undefined || Math.abs(now - Number(found['at']) * 1000) > signatureLifeMs) return false
  const wanted = createHmac('sha256', secret).update(`${found['at']}.`).update(body).digest()
  return timingSafeEqual(wanted, Buffer.from(found['hash'] ?? '', 'hex'))
}

/** The JSON of a raw body; undefined if it is not JSON. */
export function bodyOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}

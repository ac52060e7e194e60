import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a code is shown, in seconds. */
const stepSeconds = 30
const digits = 6
/** How many steps a clock may be ahead or behind. */
const tolerated = 1

/** The step that a time (ms) is in. */
export const stepAt = (now: number) => Math.floor(now / 1000 / stepSeconds)

/** The code of a step (RFC 6238, with SHA-1 as every app has it). */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** A code without the spaces that apps show in it. */
export const plainCode = (code: string) => code.replaceAll(/\s/g, '')

/** The step whose code this is, around `now` (ms) and after `lastStep`; undefined when it belongs to none. */
export function stepOfCode(secret: Buffer, code: string, now: number, lastStep = 0): number | undefined {
  const given = Buffer.from(code)
  const first = stepAt(now) - tolerated
  const steps = Array.from({ length: 2 * tolerated + 1 }, (_, index) => first + index)
  return steps.find(step => {
    const known = Buffer.from(codeOfStep(secret, step))
    return step > lastStep && known.length === given.length && timingSafeEqual(known, given)
  })
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as people copy them into their app (RFC 4648). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The address that an app reads from the QR code. */
export function otpauthAddress(secret: Buffer, { school, account }: { school: string; account: string }): string {
  const label = encodeURIComponent(`${school.replaceAll(':', ' ')}:${account}`)
  const issuer = encodeURIComponent(school.replaceAll(':', ' '))
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}

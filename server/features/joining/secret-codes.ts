import { randomInt } from 'node:crypto'
import { hashToken } from '#server/features/accounts/secrets.ts'

/** How long a code can be used, in seconds. */
export const codeSeconds = 600
/** How long a link for a new password can be used, in seconds. */
export const resetSeconds = 3600
/** How long to wait before a code is sent again, in seconds. */
export const resendSeconds = 60

/** A new code of six digits, each of them as likely as any other. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What is stored of a code: alike codes of two people differ. The spaces that people type in it do not count. */
export function hashCode(brandId: string, address: string, code: string): Buffer {
  return hashToken(`code ${brandId} ${address} ${code.replaceAll(/[\s-]/g, '')}`)
}

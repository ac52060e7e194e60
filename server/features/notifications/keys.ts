import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import webPush from 'web-push'
import type { Db } from '#server/platform/database/statement.ts'
import { type KeyRow, keepKeys } from './push-queries.ts'

/** The school's web-push key pair (base64url) and the secret that signs links. */
export type NotificationKeys = KeyRow

/** A key pair supplied by the operator. */
export type PushKeyPair = { publicKey: string; privateKey: string }

/**
 * The school's keys: created at the first start and stored, the same for all nodes even when two start at once. `own`
 * replaces the stored pair.
 */
export async function loadKeys(db: Db, own?: PushKeyPair): Promise<NotificationKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const made = [publicKey, privateKey, randomBytes(32).toString('base64url')] as const
  // Returns nothing while another node's row is not yet committed; the second try sees it.
  const kept = (await keepKeys(db, ...made)) ?? (await keepKeys(db, ...made))
  if (!kept) throw new Error('The keys for notifications could not be kept')
  return { ...kept, ...own }
}

function signature(reminderId: number, linkSecret: string): string {
  return createHmac('sha256', linkSecret).update(`reminder off ${reminderId}`).digest('base64url')
}

/** The token in an e-mail's link: it switches off this one reminder and can do nothing else, however often it is used. */
export function unsubscribeToken(reminderId: number, linkSecret: string): string {
  return `${reminderId}.${signature(reminderId, linkSecret)}`
}

/** The reminder a link's token switches off; undefined for a token the school has not issued. */
export function reminderOfToken(token: string, linkSecret: string): number | undefined {
  const [, id = '', given = ''] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? []
  const right = Buffer.from(signature(Number(id), linkSecret))
  return given.length === right.length && timingSafeEqual(Buffer.from(given), right) ? Number(id) : undefined
}

import { randomBytes } from 'node:crypto'
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

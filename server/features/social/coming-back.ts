import type { Database } from '#server/platform/database/database.ts'
import type { SocialSource } from '#shared/features/social/rules.ts'
import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { SocialFailure } from './failures.ts'
import { insertLink, insertTokenByLink, lockLinks } from './queries.ts'

/** How long the one-time token in the return address can be exchanged, in seconds. */
const transferSeconds = 60
/** Longer names of a person are none that a network gives. */
const maxIdLength = 255

export type Found = { brandId: string; source: SocialSource; externalId: string }

/** The network's name for the person, which must be one. */
export function namedBy(externalId: string | undefined): string {
  if (!externalId || externalId.length > maxIdLength) throw new SocialFailure('common_no_social_id')
  return externalId
}

/** Answers a one-time token for whoever the network's account is linked to; nobody else gets in by a network. */
export async function letIn(db: Database, { brandId, source, externalId }: Found, now: number): Promise<string> {
  const token = newToken()
  const expiresAt = now / 1000 + transferSeconds
  const found = await insertTokenByLink(db, brandId, source, externalId, hashToken(token), expiresAt)
  if (!found) throw new SocialFailure('login_no_link')
  if (!found.isAdmitted) throw new SocialFailure('login_no_user_from_link')
  return token
}

/** Links the network's account to a person; a second time changes nothing. */
export async function link(db: Database, userId: number, { brandId, source, externalId }: Found): Promise<void> {
  await db.inTransaction(async tx => {
    if (!(await lockLinks(tx, userId))) throw new SocialFailure('link_user_unauthorised')
    const made = await insertLink(tx, userId, brandId, source, externalId)
    if (made?.hasAnother) throw new SocialFailure('unknown_error', 'another_account_linked')
    if (!made?.id) throw new SocialFailure('link_social_id_already_taken')
  })
}

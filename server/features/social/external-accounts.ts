import type { Database } from '#server/platform/database/database.ts'
import type { SocialSource } from '#shared/features/social/rules.ts'
import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { SocialFailure } from './failures.ts'
import { insertLink, insertTokenByLink, lockLinks } from './queries.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { deleteTransferToken } from '#server/features/accounts/queries.ts'
import { cookieOf } from './browser-cookie.ts'

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

type Asked = {
  token: string | undefined
  brandId: string
  now: number
  authenticate(token: string, now: number): Promise<Actor | undefined>
}

/**
 * Who links, and from which session: whose one-time transfer token it is. A page of another site must not send a browser here with its own token,
 * else that browser's network account would open the account of whoever made the page; nor may the browser be another's.
 */
export async function whoLinks(db: Db, request: FastifyRequest, asked: Asked) {
  const refuse = () => new SocialFailure('link_user_unauthorised')
  if (request.headers['sec-fetch-site'] === 'cross-site' || !asked.token) throw refuse()
  const spent = await deleteTransferToken(db, hashToken(asked.token), asked.brandId, asked.now / 1000)
  // Staff who use somebody's account must not leave a way in for themselves.
  if (!spent || spent.impersonatorId !== null) throw refuse()
  const session = cookieOf(request, 'token')
  const holder = session ? await asked.authenticate(decoded(session), asked.now) : undefined
  if (holder && holder.userId !== spent.userId) throw refuse()
  return { userId: spent.userId, sessionId: spent.sessionId }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

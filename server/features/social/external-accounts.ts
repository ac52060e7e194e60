import type { Database } from '#server/platform/database/database.ts'
import type { SocialSource } from '#shared/features/social/rules.ts'
import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { SocialFailure } from './failures.ts'
import { insertLink, insertTokenByLink, lockLinks } from './queries.ts'
import type { FastifyRequest } from 'fastify'
import { cookieOf } from '#server/platform/http/browser-cookies.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { isProven } from '#server/features/accounts/sessions/proofs.ts'
import { deleteTransferToken } from '#server/features/accounts/queries.ts'

/** How long the one-time token in the return address is valid, in seconds. */
const transferSeconds = 60
/** No network uses longer ids. */
const maxIdLength = 255

export type Found = { brandId: string; source: SocialSource; externalId: string }

/** The network's id for the person; throws when it is missing or malformed. */
export function namedBy(externalId: string | undefined): string {
  if (!externalId || externalId.length > maxIdLength) throw new SocialFailure('common_no_social_id')
  return externalId
}

/** Returns a one-time token for the user the network's account is linked to; nobody else can sign in through a network. */
export async function letIn(db: Database, { brandId, source, externalId }: Found, now: number): Promise<string> {
  const token = newToken()
  const expiresAt = now / 1000 + transferSeconds
  const found = await insertTokenByLink(db, brandId, source, externalId, hashToken(token), expiresAt)
  if (!found) throw new SocialFailure('login_no_link')
  if (!found.isAdmitted) throw new SocialFailure('login_no_user_from_link')
  return token
}

/** Links the network's account to a person; linking it again changes nothing. */
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
  isHttps: boolean
  authenticate(token: string, now: number): Promise<Actor | undefined>
}

/**
 * Identifies who links, and from which session, by the one-time transfer token. Another site must not be able to send a
 * browser here with its own token: that browser's network account would then open the account of the site's author. Nor
 * may the browser be signed in as somebody else. The person must just have proved who they are.
 */
export async function whoLinks(db: Db, request: FastifyRequest, asked: Asked) {
  const refuse = () => new SocialFailure('link_user_unauthorised')
  if (request.headers['sec-fetch-site'] === 'cross-site' || !asked.token) throw refuse()
  const spent = await deleteTransferToken(db, hashToken(asked.token), asked.brandId, asked.now / 1000)
  // Staff signed in as somebody must not leave a way in for themselves.
  if (!spent || spent.impersonatorId !== null) throw refuse()
  if (spent.sessionId === null || !(await isProven(db, spent.sessionId, asked.now))) throw refuse()
  const session = cookieOf(request, asked.isHttps ? '__Host-token' : 'token')
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

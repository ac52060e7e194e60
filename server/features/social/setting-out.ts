import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { deleteTransferToken } from '#server/features/accounts/queries.ts'
import { hashToken } from '#server/features/accounts/secrets.ts'
import { cookieOf } from './browser-cookie.ts'
import { SocialFailure } from './failures.ts'

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

import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/database/statement.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { endLetters } from '../bell/choices.ts'
import { switchOff } from '../reminder-queries.ts'
import { endDigests } from './digests.ts'
import { unsubscribedBy } from './unsubscribe-tokens.ts'

/** Ends what an e-mail's link names; whoever has ended it already changes nothing. Returns whether the school has issued the link. */
export async function unsubscribe(db: Db, token: string, linkSecret: string): Promise<boolean> {
  const what = unsubscribedBy(token, linkSecret)
  if (!what) return false
  if ('reminderId' in what) await switchOff(db, what.reminderId)
  else if (what.letters === 'digest') await endDigests(db, what.userId)
  else await endLetters(db, what.userId, what.letters)
  return true
}

/**
 * One-click unsubscribing from e-mails: mail programs post a form here (RFC 8058); the address alone says what to
 * switch off.
 */
export function serveUnsubscribing(server: FastifyInstance, db: Db, linkSecret: string): void {
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null, undefined),
    )
    scope.post<{ Querystring: { token?: unknown } }>('/unsubscribe', { schema: { hide: true } }, async ({ query }) => {
      const isEnded = typeof query.token === 'string' && (await unsubscribe(db, query.token, linkSecret))
      return isEnded ? {} : refuseCommon('not_found')
    })
  })
}

import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/database/statement.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { reminderOfToken } from './keys.ts'
import { switchOff } from './reminder-queries.ts'

/** The letters' one-click way out: mail programs post a form here (RFC 8058); the address alone says what for. */
export function serveUnsubscribing(server: FastifyInstance, db: Db, linkSecret: string): void {
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null, undefined),
    )
    scope.post<{ Querystring: { token?: unknown } }>('/unsubscribe', { schema: { hide: true } }, async ({ query }) => {
      const id = typeof query.token === 'string' ? reminderOfToken(query.token, linkSecret) : undefined
      if (id === undefined) return refuseCommon('not_found')
      await switchOff(db, id)
      return {}
    })
  })
}

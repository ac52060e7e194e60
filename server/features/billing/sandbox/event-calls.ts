import type { FastifyInstance } from 'fastify'
import { accountOf } from './asking.ts'
import type { Parts } from './parts.ts'
import { refuse } from './refusal.ts'
import { afterEvent } from './schemas.ts'
import { eventView } from './views.ts'

const page = 100

/** The call that lists what was ever told, oldest first, delivered or not; `has_more` when the next page has something. */
export function serveEvents(scope: FastifyInstance, { store }: Parts) {
  scope.get<{ Querystring: { after?: string } }>('/events', { schema: { querystring: afterEvent } }, request => {
    const account = accountOf(request)
    const { after } = request.query
    const own = [...store.tables.event.values()].filter(event => event.account === account)
    const known = own.findIndex(({ id }) => id === after)
    if (after !== undefined && known < 0) refuse(404, 'not_found', 'There is no such event', 'after')
    const next = own.slice(known + 1, known + 1 + page)
    return { data: next.map(eventView), has_more: known + 1 + page < own.length }
  })
}

import type { Brands } from '#server/features/brands/load-brands.ts'
import { isSwitchedOn } from '#server/features/videoconsultations/switched.ts'
import { routes } from '#server/platform/http/routes.ts'
import { videocalls, type VideoCallWire } from '#shared/features/videocalls/contract.ts'
import { callWindow, mayJoin } from '#shared/features/videoconsultations/states.ts'
import { iceServersFor } from './ice-servers.ts'
import { type CallRow, findCall, listOwnCalls } from './queries.ts'
import type { RelaySettings } from './settings.ts'

/** Times in ms, as the rules take them. */
const timed = (row: CallRow) => ({ ...row, startsAt: row.startsAt * 1000, endsAt: row.endsAt * 1000 })

/** Whether a person may be in the call of a consultation now. */
export const joinable = (row: CallRow, userId: number, now: number) => mayJoin(timed(row), userId, now)

type Refuse = (code: 'not_found' | 'call_early' | 'call_over') => never

function requireOpen(row: CallRow, userId: number, now: number, refuse: Refuse): void {
  const answer = joinable(row, userId, now)
  if (answer === 'nobody') refuse('not_found')
  if (answer === 'early') refuse('call_early')
  if (answer === 'over') refuse('call_over')
}

/** The calls of video calls: who is in one, and what their browsers say to each other. */
export function videoCallRoutes(relays: RelaySettings, brands: Brands) {
  return routes(videocalls, {
    'GET /online-consultation/:id/call': async (context): Promise<VideoCallWire> => {
      const { db, user, params, now, refuse } = context
      if (!isSwitchedOn(brands, context)) refuse('not_found')
      const row = (await findCall(db, params.id, user.userId, user.brandId)) ?? refuse('not_found')
      requireOpen(row, user.userId, now, refuse)
      // Whose account is gone cannot come.
      if (row.otherId === null) return refuse('call_over')
      return {
        consultation_id: row.id,
        own_id: user.userId,
        is_expert: row.expertId === user.userId,
        other: { id: row.otherId, name: row.otherName ?? '', avatar: row.otherAvatar },
        chat_id: row.chatId,
        starts_at: row.startsAt,
        ends_at: row.endsAt,
        closes_at: Math.floor(callWindow(timed(row)).closesAt / 1000),
        ...iceServersFor(relays, user.userId, now),
      }
    },

    'POST /online-consultation/:id/call/signals': async context => {
      const { db, user, params, body, now, live, refuse } = context
      if (!isSwitchedOn(brands, context)) refuse('not_found')
      const [row] = await listOwnCalls(db, [params.id], user.userId, user.brandId)
      if (!row) return refuse('not_found')
      requireOpen(row, user.userId, now, refuse)
      const { from, to, kind, text } = body
      live.signal(videocalls, 'call', params.id, { user_id: user.userId, from, to, kind, text })
      return {}
    },
  })
}

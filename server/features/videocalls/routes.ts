import type { Brands } from '#server/features/brands/load-brands.ts'
import { isSwitchedOn } from '#server/features/videoconsultations/switched.ts'
import { type Context, routes } from '#server/platform/http/routes.ts'
import { videocalls, type VideoCallWire } from '#shared/features/videocalls/contract.ts'
import { callWindow } from '#shared/features/videoconsultations/states.ts'
import { requireOpen, timed } from './call-window.ts'
import { iceServersFor } from './ice-servers.ts'
import { findCall, listOwnCalls } from './queries.ts'
import { agree, endWhatWasLeft, handIn, recordings, stop } from './recording/recordings.ts'
import type { RelaySettings } from './settings.ts'

type Calls = (typeof videocalls)['calls']
type Read = 'GET /online-consultation/:id/recordings'
type Switched = Pick<Context<Read, Calls[Read]>, 'user' | 'caller' | 'refuse'>

type Dependencies = {
  relays: RelaySettings
  brands: Brands
  /** Whether what the two record can be joined here. */
  canRecord(): Promise<boolean>
}

/** The calls of video calls: who is in one, what their browsers say to each other, and what is recorded. */
export function videoCallRoutes({ relays, brands, canRecord }: Dependencies) {
  /** Where the school has no video consultations there are no calls of them. */
  const on =
    <C extends Switched, Answer>(handle: (context: C) => Answer) =>
    (context: C): Answer =>
      isSwitchedOn(brands, context) ? handle(context) : context.refuse('not_found')
  return routes(videocalls, {
    'GET /online-consultation/:id/call': on(async (context): Promise<VideoCallWire> => {
      const { db, user, params, now, refuse } = context
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
    }),

    'POST /online-consultation/:id/call/signals': on(async context => {
      const { db, user, params, body, now, live, refuse } = context
      const [row] = await listOwnCalls(db, [params.id], user.userId, user.brandId)
      if (!row) return refuse('not_found')
      requireOpen(row, user.userId, now, refuse)
      const { from, to, kind, text } = body
      live.signal(videocalls, 'call', params.id, { user_id: user.userId, from, to, kind, text })
      const hasEnded = await endWhatWasLeft(db, { id: params.id, userId: user.userId, from, kind, now })
      if (hasEnded) live.signal(videocalls, 'call_recording', params.id, {})
      return {}
    }),

    'GET /online-consultation/:id/recordings': on(async context => recordings(context, context.db, await canRecord())),
    'POST /online-consultation/:id/recordings': on(async context => agree(context, await canRecord())),
    'POST /online-consultation/:id/recordings/:recordingId/stop': on(async context => stop(context, await canRecord())),
    'POST /online-consultation/:id/recordings/:recordingId/part': on(async context =>
      handIn(context, await canRecord()),
    ),
  })
}

import Type, { type Static } from 'typebox'
import { type Answer, type Body, contract } from './contract.ts'
import { roomsAtOnce } from './live-limits.ts'

/** `kind:id`, as chat:12. */
const Room = Type.String({ pattern: '^[a-z]+:[\\w-]{1,60}$' })
/** The last number a client knows of a room; null when it knows none and wants only what is new. */
const LastKnown = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
})

/**
 * Something that happened in a room; `seq` is null for a signal, which is not stored and may be missed. A room's
 * numbers have no gaps; `data` is null when there is nothing to send, as for something deleted, and only the number
 * counts.
 */
const LiveEvent = Type.Object({
  room: Type.String(),
  seq: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  type: Type.String(),
  data: Type.Unknown(),
})
export type LiveEventWire = Static<typeof LiveEvent>

/** Sent by the client, one JSON object a frame; the first is hello, within 10 seconds. */
export type LiveClientFrame =
  | { type: 'hello'; token: string; app_id: string; rooms: Record<string, number | null> }
  | { type: 'join'; room: string; after: number | null }
  | { type: 'leave'; room: string }
  | { type: 'ping' }

/**
 * Sent by the server. `joined` gives the number from which a room continues, before its events; `reset` means that the
 * client was away too long and must reload the room, then continue from `seq`; `refused` that the person may not enter
 * the room; `logout` that the session has ended; `pong` comes at least every `heartbeat_seconds`, even unasked.
 */
export type LiveServerFrame =
  | { type: 'event'; event: LiveEventWire }
  | { type: 'welcome'; heartbeat_seconds: number }
  | { type: 'joined'; room: string; seq: number }
  | { type: 'reset'; room: string; seq: number }
  | { type: 'refused'; room: string; code: 'not_found' }
  | { type: 'logout'; reason: 'session_ended' }
  | { type: 'pong' }

/** The fallback where sockets are blocked: the same log, by long polling. */
export const live = contract({
  refusals: {},
  calls: {
    'POST /live/poll': {
      access: 'learner',
      summary: 'What happened in rooms after the numbers given; waits up to 25 seconds for something',
      body: Type.Object({
        rooms: Type.Record(Room, LastKnown, { maxProperties: roomsAtOnce }),
        wait_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 25 })),
      }),
      answer: Type.Object({
        events: Type.Array(LiveEvent),
        /** Each room's number after these events. */
        rooms: Type.Record(Type.String(), Type.Integer()),
        resets: Type.Array(Type.String()),
        refused: Type.Array(Type.String()),
      }),
    },
  },
})

type PollCall = (typeof live)['calls']['POST /live/poll']
export type PollBody = Body<PollCall>
export type PollAnswer = Answer<PollCall>

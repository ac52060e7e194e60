import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { room } from '#shared/platform/live-rooms.ts'
import { Id, NullableId, NullableString, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { CallPage, recordingCalls, recordingRefusals } from './recording-calls.ts'

/**
 * What the pages of a call say to each other: `here` on coming, `still` on coming back or in answer, `leaving`, and what two
 * browsers agree on.
 */
const callSignalKinds = ['here', 'still', 'leaving', 'description', 'candidates', 'request'] as const
export type CallSignalKind = (typeof callSignalKinds)[number]

/** JSON as gzip in base64; so short that it fits into a notice between nodes. */
const SignalText = Type.String({ maxLength: 6000, pattern: '^[A-Za-z0-9+/]*={0,2}$' })

const SignalBody = Type.Object({
  from: CallPage,
  /** The page it is meant for; empty for all. */
  to: Type.Union([CallPage, Type.Literal('')]),
  kind: oneOf(callSignalKinds),
  text: SignalText,
})

const CallSignal = Type.Object({ user_id: Id, ...SignalBody.properties })
export type CallSignalWire = Static<typeof CallSignal>

/** Where browsers learn their addresses (stun) or have somebody pass on what cannot go directly (turn). */
const IceServer = Type.Object({
  urls: Type.Array(Type.String()),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
})

const VideoCall = Type.Object({
  consultation_id: Id,
  own_id: Id,
  is_expert: Type.Boolean(),
  other: Type.Object({ id: Id, name: Type.String(), avatar: NullableString }),
  /** The chat of the two, which goes on beside the call. */
  chat_id: NullableId,
  starts_at: Seconds,
  ends_at: Seconds,
  closes_at: Seconds,
  ice_servers: Type.Array(IceServer),
  /** When the credentials of the servers end. */
  ice_until: Seconds,
  /** Without one, calls between some networks find no way. */
  has_relay: Type.Boolean(),
})
export type VideoCallWire = Static<typeof VideoCall>

/** The two people of a video consultation while they may be in its call. */
const callRoom = room('call', Id, 'the learner and the expert of the consultation while its call is open')

const closed = ['call_early', 'call_over'] as const

/** The call of a video consultation: two browsers find each other, and the server passes on what they say. */
export const videocalls = contract({
  refusals: {
    call_early: {
      status: 409,
      text: {
        en: 'The call opens ten minutes before the consultation',
        ru: 'Звонок откроется за десять минут до консультации',
        es: 'La llamada se abre diez minutos antes de la videoconsulta',
      },
    },
    call_over: {
      status: 409,
      text: { en: 'The call is over', ru: 'Звонок завершён', es: 'La llamada ha terminado' },
    },
    ...recordingRefusals,
  },
  rooms: [callRoom],
  signals: {
    /** What one page of the call says to the others, passed on and kept nowhere. */
    call: { room: callRoom, ids: CallSignal },
    /** Somebody asked to record the call, agreed or stopped. */
    call_recording: { room: callRoom, ids: Type.Object({}) },
  },
  calls: {
    'GET /online-consultation/:id/call': {
      access: 'learner',
      summary: 'The call of a video consultation: who is in it, and by which servers browsers find each other',
      isForOwnerOnly: true,
      answer: VideoCall,
      refusals: closed,
    },
    'POST /online-consultation/:id/call/signals': {
      access: 'learner',
      summary: 'Passes a signal on to the other pages of the call; it is kept nowhere',
      isForOwnerOnly: true,
      limit: { requests: 600, seconds: 60 },
      body: SignalBody,
      answer: Type.Object({}),
      refusals: closed,
    },
    ...recordingCalls,
  },
})

import Type, { type Static } from 'typebox'
import { messageRefusals } from '#shared/features/chat/message-schemas.ts'
import { MediaFile } from '#shared/features/media/contract.ts'
import type { Refusal } from '#shared/platform/contract.ts'
import { DateText, Id, NullableSeconds, nullable, oneOf } from '#shared/platform/schemas.ts'

/** A page of a call, and how often it has started over: `k3j9x0a2.1`. */
export const CallPage = Type.String({ pattern: '^[a-z0-9]{8,32}\\.\\d{1,6}$' })

const Recording = Type.Object({
  id: Id,
  /** `asked` by one of the two; `running` once both have agreed; `over`, and a film when its parts have come and are joined. */
  state: oneOf(['asked', 'running', 'over']),
  started_at: NullableSeconds,
  ended_at: NullableSeconds,
  /** Who has agreed and not left since. */
  agreed_ids: Type.Array(Id),
  /** In which page of the call the caller has agreed. */
  own_page: nullable(CallPage),
  /** Whose part has arrived. */
  sent_ids: Type.Array(Id),
  film: nullable(MediaFile),
  /** Nobody's part came in time, or none could be used. */
  has_failed: Type.Boolean(),
})
export type RecordingWire = Static<typeof Recording>

const Recordings = Type.Object({
  /** Milliseconds of the server's clock: by it the parts of the two are laid side by side. */
  now: Type.Integer(),
  /** Whether the server can join what two record, and the learner's place goes on. */
  can_record: Type.Boolean(),
  /** The last date on which recordings can be watched; null where the learner's place has no end. */
  kept_until: nullable(DateText),
  recordings: Type.Array(Recording),
})
export type RecordingsWire = Static<typeof Recordings>

/** Why a call is not recorded, or a part of a recording not taken. */
export const recordingRefusals = {
  recording_withdrawn: {
    status: 409,
    text: {
      en: 'Nobody is asking to record any more',
      ru: 'Запрос на запись уже отозван',
      es: 'La petición de grabar ya se ha retirado',
    },
  },
  recording_unsupported: {
    status: 409,
    text: {
      en: 'This call cannot be recorded',
      ru: 'Этот звонок нельзя записать',
      es: 'Esta llamada no se puede grabar',
    },
  },
  recording_not_agreed: {
    status: 403,
    text: {
      en: 'You have not agreed to this recording',
      ru: 'Вы не давали согласия на эту запись',
      es: 'No has aceptado esta grabación',
    },
  },
  recording_closed: {
    status: 409,
    text: {
      en: 'This recording takes no more parts',
      ru: 'Эта запись больше не принимает части',
      es: 'Esta grabación ya no admite más partes',
    },
  },
  files_uploading: messageRefusals.files_uploading,
  file_unusable: messageRefusals.file_unusable,
} as const satisfies Record<string, Refusal>

const own = { access: 'learner', isForOwnerOnly: true } as const
const closed = ['call_early', 'call_over'] as const

/** Recording a call: both agree, each side records itself and sends it, and the film is for both. */
export const recordingCalls = {
  'GET /online-consultation/:id/recordings': {
    ...own,
    summary:
      'What is, or was, recorded of a consultation’s call: for its learner, who took part in it, and the school’s support',
    answer: Recordings,
  },
  'POST /online-consultation/:id/recordings': {
    ...own,
    summary: 'Asks to record the call, or agrees to what the other person asked; it runs once both have',
    limit: { requests: 120, seconds: 60 },
    body: Type.Object({
      page: CallPage,
      /** To what one agrees; without it one asks, which is agreeing as well. */
      recording_id: Type.Optional(Id),
    }),
    answer: Recordings,
    refusals: [...closed, 'recording_withdrawn', 'recording_unsupported'],
  },
  'POST /online-consultation/:id/recordings/:recordingId/stop': {
    ...own,
    summary: 'Stops a recording for both, takes one’s question back, or does not agree',
    answer: Recordings,
  },
  'POST /online-consultation/:id/recordings/:recordingId/part': {
    ...own,
    summary: 'Hands in what one’s own browser recorded, after its upload',
    body: Type.Object({
      /** Milliseconds of the server’s clock. */
      began_at: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 }),
      file_ids: Type.Array(Id, { minItems: 1, maxItems: 1 }),
    }),
    answer: Recordings,
    refusals: ['recording_not_agreed', 'recording_closed', 'files_uploading', 'file_unusable'],
  },
} as const

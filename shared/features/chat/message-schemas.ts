import Type from 'typebox'
import type { Refusal } from '#shared/platform/contract.ts'
import { nullable, NullableString, oneOf, Seconds, Id, NullableSeconds, NullableId } from '#shared/platform/schemas.ts'
import { MediaFile, Picture } from '#shared/features/media/contract.ts'
import { longestText, mostFiles } from './rules.ts'

/** Refusals of everything that becomes a message: chats, submissions, verdicts. */
export const messageRefusals = {
  message_required: {
    status: 422,
    text: { en: 'Message required', ru: 'Введите сообщение', es: 'Escribe un mensaje' },
  },
  files_uploading: {
    status: 409,
    text: {
      en: 'Please wait for files to upload',
      ru: 'Дождитесь загрузки файлов',
      es: 'Espera a que se suban los archivos',
    },
  },
  file_unusable: {
    status: 422,
    text: {
      en: 'You can upload only photo or video',
      ru: 'Можно загрузить только фото или видео',
      es: 'Solo puedes subir fotos o vídeos',
    },
  },
} satisfies Record<string, Refusal>

const NullableRating = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 5 })
export const MessageKind = oneOf(['message', 'submission', 'verdict', 'consultation'])

/** An expert's verdict on a submission; null until there is one. */
export const NullableVerdict = Type.Unsafe<'DONE' | 'FAIL' | null>({
  type: ['string', 'null'],
  enum: ['DONE', 'FAIL', null],
})

/** The parts of a message, a submission or a verdict. */
export const MessageText = Type.String({ maxLength: longestText })
export const FileIds = Type.Optional(Type.Array(Id, { maxItems: mostFiles, uniqueItems: true }))

/** A remark at a moment of a video that was handed in. */
export const TimedComment = Type.Object({
  file_id: Id,
  seconds: Type.Number({ minimum: 0, maximum: 86_400 }),
  message: Type.String({ minLength: 1, maxLength: 1000 }),
})

/** `number` is its place in the chat, from 1 without gaps. */
export const Message = Type.Object({
  id: Id,
  dialog_id: Id,
  number: Type.Integer({ minimum: 1 }),
  /** Who wrote it; null when the person was erased. */
  user_id: NullableId,
  kind: MessageKind,
  message: Type.String(),
  /** The Idempotency-Key, by which the author's device recognises its own message; for its author only. */
  client_key: NullableString,
  /** Whether the other side has seen it. */
  is_viewed: Type.Boolean(),
  created_at: Seconds,
  updated_at: Seconds,
  edited_at: NullableSeconds,
  /** Of a message by staff: its author. */
  employee: nullable(
    Type.Object({ id: NullableId, name: Type.String(), isExpert: Type.Boolean(), file: nullable(Picture) }),
  ),
  files: Type.Array(MediaFile),
  comments: Type.Array(TimedComment),
  rating: NullableRating,
  /** A submission's or a verdict's homework. */
  homework: nullable(
    Type.Object({
      status_id: Id,
      homework_id: Id,
      title: Type.String(),
      attempt_id: Id,
      attempt_number: Type.Integer(),
      verdict: NullableVerdict,
      points: Type.Integer(),
    }),
  ),
})

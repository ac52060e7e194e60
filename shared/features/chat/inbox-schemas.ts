import Type from 'typebox'
import { StreamStatus } from '#shared/features/streams/contract.ts'
import { Id, NullableSeconds, NullableString, nullable, Seconds } from '#shared/platform/schemas.ts'
import { longestText } from './message-limits.ts'

/** A person as staff see them. */
export const Person = Type.Object({ id: Id, name: Type.String(), avatar: NullableString })

/** A chat as staff see it in the inbox. */
export const InboxChat = Type.Object({
  id: Id,
  learner: Type.Object({
    id: Id,
    name: Type.String(),
    avatar: NullableString,
    timezone: Type.String(),
    language: Type.String(),
  }),
  course_id: Id,
  course_title: Type.String(),
  stream_id: Id,
  stream_status: StreamStatus,
  unread_count: Type.Integer(),
  message_count: Type.Integer(),
  /** Since when the learner waits for an answer. */
  waiting_since: NullableSeconds,
  owner: nullable(Person),
  last_message: nullable(
    Type.Object({
      id: Id,
      message: Type.String(),
      is_expert: Type.Boolean(),
      files_count: Type.Integer(),
      created_at: Seconds,
    }),
  ),
  has_open_consultation: Type.Boolean(),
  has_consultation_order: Type.Boolean(),
  live_seq: Type.Integer(),
})

/** An internal note; no learner's answer has one. */
export const Note = Type.Object({ id: Id, author: nullable(Person), text: Type.String(), created_at: Seconds })

/** A text that a member of staff saved to write it again. */
export const Phrase = Type.Object({ id: Id, shortcut: Type.String(), text: Type.String(), sort: Type.Integer() })
export const PhraseBody = Type.Object({
  shortcut: Type.String({ maxLength: 40 }),
  text: Type.String({ minLength: 1, maxLength: longestText }),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
})

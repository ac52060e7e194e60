import Type, { type Static } from 'typebox'
import { FileIds, MessageText } from '#shared/features/chat/message-schemas.ts'
import { MediaFile } from '#shared/features/media/contract.ts'
import { Id, NullableSeconds, NullableString, nullable, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { mostMentions } from './rules.ts'

/** Somebody who has written in the chat; the name is empty when they gave none. */
export const ClubPerson = Type.Object({ id: Id, name: Type.String(), avatar: NullableString })

/** `number` is its place in the chat, from 1 without gaps. */
export const ClubMessage = Type.Object({
  id: Id,
  club_id: Id,
  number: Type.Integer({ minimum: 1 }),
  /** Null when the person was erased, and the message with them. */
  author: nullable(ClubPerson),
  /** Empty when it is hidden. */
  message: Type.String(),
  /** The Idempotency-Key, by which the author's device recognises its own message; for its author only. */
  client_key: NullableString,
  reply_to: nullable(
    Type.Object({
      id: Id,
      number: Type.Integer(),
      name: Type.String(),
      message: Type.String(),
      /** Why nothing of it is shown. */
      absent: nullable(oneOf(['hidden', 'erased'])),
    }),
  ),
  mentions: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  files: Type.Array(MediaFile),
  is_hidden: Type.Boolean(),
  created_at: Seconds,
  /** When it was last hidden or restored, or lost its author. */
  updated_at: Seconds,
})
export type ClubMessageWire = Static<typeof ClubMessage>

export const ClubMessageBody = Type.Object({
  message: Type.Optional(MessageText),
  file_ids: FileIds,
  reply_to: Type.Optional(Id),
  /** Who is named in the text; those who never wrote here are left out. */
  mention_ids: Type.Optional(Type.Array(Id, { maxItems: mostMentions, uniqueItems: true })),
})

export const ClubChat = Type.Object({
  id: Id,
  title: Type.String(),
  message_count: Type.Integer(),
  /** The last number that the caller has seen. */
  read_number: Type.Integer(),
  /** Messages of others after it, a hundred at most. */
  unread_count: Type.Integer(),
  /** Until when the caller may not write; null when they may. */
  muted_until: NullableSeconds,
  /** The number that the room club:<id> has reached: join from it. */
  live_seq: Type.Integer(),
})

export type ClubChatWire = Static<typeof ClubChat>

/** What is new in the chat of one of the caller's clubs. */
export const UnreadInClub = Type.Object({
  id: Id,
  /** Messages of others that the caller has not seen, a hundred at most. */
  unread_count: Type.Integer(),
})

/** A message that staff have to decide about, or have hidden, whole as it was written. */
export const ModeratedMessage = Type.Object({
  message: ClubMessage,
  reports: Type.Array(Type.Object({ name: Type.String(), reason: Type.String(), created_at: Seconds })),
  /** Until when its author is muted. */
  muted_until: NullableSeconds,
})
export type ModeratedMessageWire = Static<typeof ModeratedMessage>

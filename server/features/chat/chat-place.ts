import { type Db, one } from '#server/platform/database/statement.ts'
import type { Actor, Context } from '#server/platform/http/routes.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { isExpertMessageEnabled, streamStatus } from '#shared/features/streams/rules.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import { type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { ownFilesJson } from './message-files.ts'
import { type MessageRow, messageJson, nameOf } from './message.ts'
import type { chat } from '#shared/features/chat/contract.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { closedReason } from '#shared/features/chat/rules.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'

/** On which side of a chat somebody stands; null for those who have nothing to do with it. */
export type Side = 'learner' | 'expert' | null

/** A part of a larger statement: the side on which a person stands of the chat under `chat`; the place in the stream is their own first. */
export const sideOf = (chat: string, user: string, role: string, brand: string) =>
  `case when ${chat}.user_id = ${user} then 'learner' when teaches(${user}, ${role}, ${brand}, ${chat}.course_id) then 'expert' end`

export const demoColumns = `us.is_demo as "isDemo", us.course_full_access as "courseFullAccess",
  c.is_demo_expert_message_enabled as "isDemoExpertMessageEnabled",
  c.is_demo_user_message_enabled as "isDemoUserMessageEnabled"`

export type DemoColumns = {
  isDemo: boolean
  courseFullAccess: boolean
  isDemoExpertMessageEnabled: boolean
  isDemoUserMessageEnabled: boolean
}

/** A chat as the person who writes in it finds it. */
export type ChatPlace = DemoColumns & {
  stream: StreamRow
  chatId: number
  learnerId: number
  side: 'learner' | 'expert'
  learnerUnread: number
  staffUnread: number
  /** When the learner last wrote, in ms. */
  learnerWroteAt: number | null
  /** The name of the person who asks. */
  ownName: string
  /** The message asked for, if it is one of this chat. */
  message: MessageRow | null
  /** What this person wrote under the key before. */
  repeated: MessageRow | null
  /** Of the files asked for those that are the person's own, in their order. */
  files: UploadedRow[]
}

type Found = Omit<ChatPlace, 'stream' | 'side'> & { side: Side } & StreamRow

const findChatPlace = one<
  [
    chatId: number,
    userId: number,
    role: string,
    brandId: string,
    messageId: number | null,
    clientKey: string | null,
    fileIds: readonly number[],
  ],
  Found
>(
  'find-chat-place',
  `select ${streamColumns}, ${demoColumns}, k.id as "chatId", k.user_id as "learnerId",
     ${sideOf('k', '$2', '$3', '$4')} as side, k.learner_unread as "learnerUnread", k.staff_unread as "staffUnread",
     (extract(epoch from k.learner_wrote_at) * 1000)::float8 as "learnerWroteAt",
     (select ${nameOf('u')} from users u where u.id = $2) as "ownName",
     case when $5::bigint is not null then
       (select ${messageJson('m')} from chat_messages m where m.id = $5 and m.chat_id = k.id) end as message,
     case when $6::text is not null then (select ${messageJson('m')} from chat_messages m
        where m.chat_id = k.id and m.author_id = $2 and m.client_key = $6) end as repeated,
     ${ownFilesJson('$7::bigint[]', '$2')} as files
   from ${streamTables} where k.id = $1`,
)

type Asked = { messageId?: number; clientKey?: string; fileIds?: readonly number[] }

/**
 * A chat for one who writes in it, with what is asked of it; undefined when it is none of theirs: of the learner when the
 * brand or a demo course has no messages to experts, of staff when they do not teach the course.
 */
export async function findPlace(
  db: Db,
  user: Actor,
  { config }: Brand,
  chatId: number,
  { messageId, clientKey, fileIds = [] }: Asked = {},
): Promise<ChatPlace | undefined> {
  const { userId, role, brandId } = user
  const found = await findChatPlace(
    db,
    ...([chatId, userId, role, brandId, messageId ?? null, clientKey ?? null, fileIds] as const),
  )
  if (!found?.side) return undefined
  if (found.side === 'learner' && !isExpertMessageEnabled(found, config.isChatSupport)) return undefined
  return { ...found, side: found.side, stream: found }
}

type ChatCalls = (typeof chat)['calls']

/** What a handler of one of the chat's calls is given. */
export type ChatContext<Name extends keyof ChatCalls & string> = Context<Name, ChatCalls[Name]>

type Told = Pick<Context<'GET /chats', ChatCalls['GET /chats']>, 'live' | 'user'>

/** Tells those who have the chat open, and the brand's staff, that it changed; after the commit. */
export function tellOfChat({ live, user }: Told, chatId: number) {
  live.nudge(`chat:${chatId}`)
  live.signal(`desk:${user.brandId}`, 'chat', { chat_id: chatId })
}

/** What a stream is on the learner's own date. */
export function statusNow(stream: StreamRow, now: number, timezone: string) {
  const today = todayIn(timezone, now)
  return streamStatus(termsOn(stream, today, timezone), today)
}

/** Why the learner of this stream may not write now. */
export function closedNow(stream: StreamRow, demo: DemoColumns, now: number, timezone: string) {
  const terms = { ...demo, messageExpiresAt: stream.message_expires_at, streamStatus: statusNow(stream, now, timezone) }
  return closedReason(terms, now)
}

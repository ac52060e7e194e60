import { type Db, one } from '#server/platform/database/statement.ts'
import type { Actor, Context } from '#server/platform/http/routes.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { isExpertMessageEnabled, streamStatus } from '#shared/features/streams/rules.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import { type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { employeeJson, ownFilesJson, type MessageRow, messageJson } from './message.ts'
import { chat, chatRoom } from '#shared/features/chat/contract.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { closedReason } from '#shared/features/chat/rules.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'

/** A person's side of a chat; null when they have no part in it. */
export type Side = 'learner' | 'expert' | null

/** SQL: a person's side of the chat under the alias `chat`; of their own chat everybody is the learner, staff too. */
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

/** A chat with all that decides what a person may write in it. */
export type ChatPlace = DemoColumns & {
  stream: StreamRow
  chatId: number
  learnerId: number
  side: 'learner' | 'expert'
  learnerUnread: number
  staffUnread: number
  /** When the learner last wrote, in ms. */
  learnerWroteAt: number | null
  /** The person who asks, as the author of an answer. */
  asEmployee: NonNullable<MessageRow['employee']>
  /** The message asked for, when it is in this chat. */
  message: MessageRow | null
  /** What this person already wrote with the key. */
  repeated: MessageRow | null
  /** Those of the files asked for that are the person's own, in the order asked. */
  files: UploadedRow[]
}

type Found = Omit<ChatPlace, 'stream' | 'side'> & { side: Side } & StreamRow

const findChatPlace = one<
  {
    chatId: number
    userId: number
    role: string
    brandId: string
    messageId: number | null
    clientKey: string | null
    fileIds: readonly number[]
  },
  Found
>(
  'find-chat-place',
  `select ${streamColumns}, ${demoColumns}, k.id as "chatId", k.user_id as "learnerId",
     ${sideOf('k', '$userId', '$role', '$brandId')} as side, k.learner_unread as "learnerUnread", k.staff_unread as "staffUnread",
     (extract(epoch from k.learner_wrote_at) * 1000)::float8 as "learnerWroteAt",
     (select ${employeeJson('u')} from users u where u.id = $userId) as "asEmployee",
     case when $messageId::bigint is not null then
       (select ${messageJson('m')} from chat_messages m where m.id = $messageId and m.chat_id = k.id) end as message,
     case when $clientKey::text is not null then (select ${messageJson('m')} from chat_messages m
        where m.chat_id = k.id and m.author_id = $userId and m.client_key = $clientKey) end as repeated,
     ${ownFilesJson('$fileIds::bigint[]', '$userId')} as files
   from ${streamTables} where k.id = $chatId`,
)

type Asked = { messageId?: number; clientKey?: string; fileIds?: readonly number[] }

/**
 * A chat for a person who writes in it; undefined when it is not theirs: for a learner also when the brand or the demo course
 * has no messages to experts, for staff when they do not teach the course.
 */
export async function findPlace(
  db: Db,
  user: Actor,
  { config }: Brand,
  chatId: number,
  { messageId, clientKey, fileIds = [] }: Asked = {},
): Promise<ChatPlace | undefined> {
  const { userId, role, brandId } = user
  const asked = { messageId: messageId ?? null, clientKey: clientKey ?? null, fileIds }
  const found = await findChatPlace(db, { chatId, userId, role, brandId, ...asked })
  if (!found?.side) return undefined
  if (found.side === 'learner' && !isExpertMessageEnabled(found, config.isChatSupport)) return undefined
  return { ...found, side: found.side, stream: found }
}

type ChatCalls = (typeof chat)['calls']

/** What the handler of a chat's call is given. */
export type ChatContext<Name extends keyof ChatCalls & string> = Context<Name, ChatCalls[Name]>

type Told = Pick<Context<'GET /chats', ChatCalls['GET /chats']>, 'live' | 'user'>

/** After the commit: tells whoever has the chat open, and the brand's staff, that it changed. */
export function tellOfChat({ live, user }: Told, chatId: number) {
  live.nudge(chatRoom, chatId)
  live.signal(chat, 'chat', user.brandId, { chat_id: chatId })
}

/** The status of a stream on the learner's own date. */
export function statusNow(stream: StreamRow, now: number, timezone: string) {
  const today = todayIn(timezone, now)
  return streamStatus(termsOn(stream, today, timezone), today)
}

/** Why the learner of this stream may not write now. */
export function closedNow(stream: StreamRow, demo: DemoColumns, now: number, timezone: string) {
  const terms = { ...demo, messageExpiresAt: stream.message_expires_at, streamStatus: statusNow(stream, now, timezone) }
  return closedReason(terms, now)
}

import { many, one } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { type DemoColumns, demoColumns, type Side, sideOf } from './chat-place.ts'
import { chat, type ChatWire } from '#shared/features/chat/contract.ts'
import { type MessageRow, messageJson, publishMessage } from './message.ts'

/** A learner's chat with its stream; what the clock and the course decide is added by `learner-chats.ts`. */
export type ChatRow = StreamRow &
  DemoColumns & {
    /** Ms. */
    learnerWroteAt: number | null
    /** Unix seconds. */
    lastMessageAt: number | null
    chat: Pick<
      ChatWire,
      | 'id'
      | 'stream_id'
      | 'course_id'
      | 'message_expires_date'
      | 'unread_count'
      | 'message_count'
      | 'last_message'
      | 'live_seq'
    >
  }

/** SQL: the number that the room of the chat under the alias `chat` has reached. */
export const liveSeqOf = (chat: string) =>
  `coalesce((select r.seq from live_rooms r where r.room = 'chat:' || ${chat}.id), 0)`

/** The learner's chats, or only `chatId`. */
export const listChats = many<[userId: number, chatId: number | null], ChatRow>(
  'list-chats',
  `select ${streamColumns}, ${demoColumns}, unix(k.last_message_at) as "lastMessageAt",
     (extract(epoch from k.learner_wrote_at) * 1000)::float8 as "learnerWroteAt",
     json_build_object('id', k.id, 'stream_id', us.id, 'course_id', us.course_id,
       'message_expires_date', unix(us.message_expires_at), 'unread_count', k.learner_unread,
       'message_count', k.message_count, 'live_seq', ${liveSeqOf('k')}, 'last_message', (
         select json_build_object('id', m.id, 'message', m.text, 'is_own', coalesce(m.author_id = $1, false), 'kind', m.kind,
           'files_count', (select count(*) from chat_message_files f where f.message_id = m.id),
           'created_at', unix(m.created_at))
         from chat_messages m where m.chat_id = k.id and m.number = k.message_count)) as chat
   from ${streamTables}
   where k.user_id = $1 and ($2::bigint is null or k.id = $2)`,
)

/** The chat of a learner's stream. */
export const findChatOfStream = one<[userStreamId: number], { id: number }>(
  'find-chat-of-stream',
  'select id from chats where user_stream_id = $1',
)

type MessagePage = DemoColumns & { side: Side; total: number; message: MessageRow | null }

/**
 * One page of a chat's messages by number, those between `after` and `before` (both exclusive, null for no bound). Each row
 * has the reader's side and the number of all messages; a page past the end is one row without a message.
 */
export const listMessages = many<
  {
    chatId: number
    userId: number
    role: string
    brandId: string
    before: number | null
    after: number | null
    isNewestFirst: boolean
    page: number
    perPage: number
  },
  MessagePage
>(
  'list-messages',
  `select ${demoColumns}, p.side, greatest(0, p.high - p.low) as total,
     case when m.id is not null then ${messageJson('m')} end as message
   from (
     select k.*, ${sideOf('k', '$userId', '$role', '$brandId')} as side, coalesce($after::bigint, 0) as low,
       least(k.message_count, coalesce($before::bigint - 1, k.message_count)) as high
     from chats k where k.id = $chatId
   ) p
   join user_streams us on us.id = p.user_stream_id and us.taken_out_at is null
   join courses c on c.id = p.course_id
   left join chat_messages m on p.side is not null and m.chat_id = p.id
     and m.number > case when $isNewestFirst then greatest(p.low, p.high - $page::bigint * $perPage::bigint)
       else p.low + ($page::bigint - 1) * $perPage::bigint end
     and m.number <= case when $isNewestFirst then p.high - ($page::bigint - 1) * $perPage::bigint
       else least(p.high, p.low + $page::bigint * $perPage::bigint) end
   order by case when $isNewestFirst then -m.number else m.number end`,
)

const viewedPublished = publishEvent(chat, 'viewed', 'place.id', {
  chat_id: 'place.id',
  by_expert: `($3 = 'expert')::int`,
  up_to: 'place.number',
})

/** Marks what the other side wrote up to a message as seen; answers how many were marked and how many are left unread. */
export const markViewed = one<
  [messageId: number, chatId: number, reader: 'learner' | 'expert'],
  { marked: number; learnerUnread: number; staffUnread: number }
>(
  'mark-messages-viewed',
  `with place as (
     select k.id, k.learner_unread, k.staff_unread, m.number,
       case when $3 = 'expert' then k.staff_seen else k.learner_seen end as seen
     from chats k join chat_messages m on m.chat_id = k.id
     where k.id = $2 and m.id = $1 for no key update of k
   ), counted as (
     select count(*)::int as marked from place join chat_messages m on m.chat_id = place.id
     where m.number > place.seen and m.number <= place.number and m.is_expert = ($3 = 'learner')
   ), less as (
     update chats k set
       learner_seen = case when $3 = 'expert' then k.learner_seen else place.number end,
       staff_seen = case when $3 = 'expert' then place.number else k.staff_seen end,
       learner_unread = greatest(0, k.learner_unread - case when $3 = 'expert' then 0 else counted.marked end),
       staff_unread = greatest(0, k.staff_unread - case when $3 = 'expert' then counted.marked else 0 end)
     from place, counted where k.id = place.id and counted.marked > 0
     returning k.learner_unread, k.staff_unread
   )
   select counted.marked, coalesce(less.learner_unread, place.learner_unread) as "learnerUnread",
     coalesce(less.staff_unread, place.staff_unread) as "staffUnread",
     case when counted.marked > 0 then ${viewedPublished} end
   from place cross join counted left join less on true`,
)

/** Changes the text of the author's own message; undefined when it cannot be changed. */
export const setMessageText = one<[id: number, authorId: number, text: string, nowSeconds: number], { id: number }>(
  'set-message-text',
  `with changed as (
     update chat_messages set text = $3, edited_at = to_timestamp($4::float8), updated_at = to_timestamp($4::float8)
     where id = $1 and author_id = $2 and kind = 'message' returning id, chat_id
   )
   select id, ${publishMessage('chat_id', 'id')} from changed`,
)

/** Rates an expert's message. */
export const setMessageRating = one<[id: number, rating: number, nowSeconds: number], { id: number }>(
  'set-message-rating',
  `with changed as (
     update chat_messages set rating = $2, updated_at = to_timestamp($3::float8)
     where id = $1 and is_expert returning id, chat_id
   )
   select id, ${publishMessage('chat_id', 'id')} from changed`,
)

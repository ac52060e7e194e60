import { many, one } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import {
  type ChatConsultationsWire,
  type ConsultationOrderWire,
  type ConsultationWire,
  consultations,
} from '#shared/features/consultations/contract.ts'
import { type DemoColumns, demoColumns, type Side, sideOf } from '#server/features/chat/chat-place.ts'
import { consultationJson } from '#server/features/streams/queries.ts'

const orderJson = (o: string) =>
  `json_build_object('id', ${o}.id, 'chat_channel_id', ${o}.chat_id, 'status', ${o}.status, 'created_at', unix(${o}.created_at))`

/** SQL: the consultations of the chat under `k`, with the limits of the stream `us` and the course `c`, as the contract has them. */
const chatConsultationsJson = `json_build_object(
  'consultations', coalesce((select json_agg(${consultationJson('x')} order by x.id) from consultations x where x.chat_id = k.id), '[]'),
  'orders', coalesce((select json_agg(${orderJson('o')} order by o.id) from consultation_orders o where o.chat_id = k.id), '[]'),
  'consultation_limit', c.consultation_limit, 'max_consultation_count', us.max_consultation_count,
  'used', coalesce((select sum(x.amount) from consultations x where x.chat_id = k.id and x.status <> 'open'), 0)
    + (select count(*) from video_consultations v where v.quota_stream_id = us.id))`

const chatTables = `chats k join user_streams us on us.id = k.user_stream_id and us.taken_out_at is null
  join courses c on c.id = k.course_id`

/** A chat with its consultations and what decides about them. */
export type ConsultationPlace = DemoColumns & {
  chatId: number
  side: Side
  messageCount: number
  /** The last number that a finished consultation covers; 0 when there is none. */
  coveredTo: number
  /** The number of the message asked for, when it is in this chat. */
  startNumber: number | null
  all: ChatConsultationsWire
  /** What was already opened or ordered with the key. */
  repeated: ConsultationWire | null
  repeatedOrder: ConsultationOrderWire | null
  /** The keys under which the consultation that was asked for was ended or continued. */
  stepKeys: readonly string[]
  /** What the order that was asked for has opened. */
  opened: ConsultationWire | null
}

/** The chat of a consultation, of an order, or `chatId` itself. */
export const findConsultationPlace = one<
  {
    userId: number
    role: string
    brandId: string
    chatId: number | null
    consultationId: number | null
    orderId: number | null
    clientKey: string | null
    startMessageId: number | null
  },
  ConsultationPlace
>(
  'find-consultation-place',
  `select ${demoColumns}, k.id as "chatId", ${sideOf('k', '$userId', '$role', '$brandId')} as side, k.message_count as "messageCount",
     ${chatConsultationsJson} as all,
     coalesce((select max(x.end_number) from consultations x where x.chat_id = k.id), 0) as "coveredTo",
     (select m.number from chat_messages m where m.id = $startMessageId and m.chat_id = k.id) as "startNumber",
     (select ${consultationJson('x')} from consultations x where x.chat_id = k.id and x.client_key = $clientKey) as repeated,
     (select ${orderJson('o')} from consultation_orders o where o.chat_id = k.id and o.client_key = $clientKey) as "repeatedOrder",
     coalesce((select x.step_keys from consultations x where x.id = $consultationId), '{}') as "stepKeys",
     (select ${consultationJson('x')} from consultations x
       join consultation_orders o on o.consultation_id = x.id where o.id = $orderId) as opened
   from ${chatTables}
   where k.id = coalesce($chatId::bigint, (select x.chat_id from consultations x where x.id = $consultationId::bigint),
     (select o.chat_id from consultation_orders o where o.id = $orderId::bigint))`,
)

/** The consultations of chats, for live connections. */
export const listChatConsultations = many<[chatIds: number[]], { id: number; all: ChatConsultationsWire }>(
  'list-chat-consultations',
  `select k.id, ${chatConsultationsJson} as all from ${chatTables} where k.id = any($1)`,
)

const published = (cte: string) =>
  publishEvent(consultations, 'consultations', `${cte}.chat_id`, { chat_id: `${cte}.chat_id` })

/** Opens a consultation; undefined when one is open, or was opened with this key. */
export const insertConsultation = one<
  [chatId: number, startNumber: number, amount: number, userId: number, clientKey: string, nowSeconds: number],
  { wire: ConsultationWire }
>(
  'insert-consultation',
  `with opened as (
     insert into consultations (chat_id, start_number, amount, opened_by, client_key, opened_at)
     values ($1, $2, $3, $4, $5, to_timestamp($6::float8)) on conflict do nothing returning *
   )
   select ${consultationJson('opened')} as wire, ${published('opened')} from opened`,
)

/** Closes an open consultation with the chat's last message, once under a key; a null amount keeps the one it has. */
export const closeConsultation = one<
  [id: number, amount: number | null, clientKey: string, nowSeconds: number],
  { wire: ConsultationWire }
>(
  'close-consultation',
  `with closed as (
     update consultations x set status = 'close', amount = coalesce($2::int, x.amount), end_number = k.message_count,
       closed_at = to_timestamp($4::float8), step_keys = x.step_keys || $3::text
     from chats k where x.id = $1 and x.status = 'open' and $3::text <> all(x.step_keys) and k.id = x.chat_id
     returning x.*
   )
   select ${consultationJson('closed')} as wire, ${published('closed')} from closed`,
)

/** Forgets an open consultation. */
export const cancelConsultation = one<[id: number], { chat_id: number }>(
  'cancel-consultation',
  `with cancelled as (delete from consultations where id = $1 and status = 'open' returning chat_id)
   select chat_id, ${published('cancelled')} from cancelled`,
)

/** Opens a consultation again, once under a key; undefined unless it is the chat's last, closed, not rated, and no order waits. */
export const reopenConsultation = one<[id: number, clientKey: string], { wire: ConsultationWire }>(
  'reopen-consultation',
  `with reopened as (
     update consultations x set status = 'open', end_number = null, closed_at = null,
       step_keys = x.step_keys || $2::text
     where x.id = $1 and x.status = 'close' and $2::text <> all(x.step_keys)
       and not exists (select from consultations o where o.chat_id = x.chat_id and o.id > x.id)
       and not exists (select from consultation_orders o where o.chat_id = x.chat_id and o.status = 'waiting')
     returning *
   )
   select ${consultationJson('reopened')} as wire, ${published('reopened')} from reopened`,
)

/** Rates a closed consultation, once. */
export const rateConsultation = one<[id: number, rating: number], { wire: ConsultationWire }>(
  'rate-consultation',
  `with rated as (update consultations set status = 'rated', rating = $2 where id = $1 and status = 'close' returning *)
   select ${consultationJson('rated')} as wire, ${published('rated')} from rated`,
)

/** Orders a consultation; undefined when another order waits, or was made with this key. */
export const insertOrder = one<
  [chatId: number, clientKey: string, nowSeconds: number],
  { wire: ConsultationOrderWire }
>(
  'insert-consultation-order',
  `with asked as (
     insert into consultation_orders (chat_id, client_key, created_at) values ($1, $2, to_timestamp($3::float8))
     on conflict do nothing returning *
   )
   select ${orderJson('asked')} as wire, ${published('asked')} from asked`,
)

/** Takes a waiting order back. */
export const withdrawOrder = one<[id: number, nowSeconds: number], { wire: ConsultationOrderWire }>(
  'withdraw-consultation-order',
  `with withdrawn as (
     update consultation_orders set status = 'withdrawn', decided_at = to_timestamp($2::float8)
     where id = $1 and status = 'waiting' returning *
   )
   select ${orderJson('withdrawn')} as wire, ${published('withdrawn')} from withdrawn`,
)

/** Approves a waiting order and opens its consultation with the next message; undefined when one is open or the order was decided. */
export const approveOrder = one<[id: number, userId: number, nowSeconds: number], { wire: ConsultationWire }>(
  'approve-consultation-order',
  `with waiting as (select id, chat_id from consultation_orders where id = $1 and status = 'waiting' for update
   ), opened as (
     insert into consultations (chat_id, start_number, opened_by, opened_at)
     select w.chat_id, k.message_count + 1, $2, to_timestamp($3::float8) from waiting w join chats k on k.id = w.chat_id
     on conflict do nothing returning *
   ), decided as (
     update consultation_orders o set status = 'approved', consultation_id = opened.id, decided_by = $2,
       decided_at = to_timestamp($3::float8)
     from opened where o.id = $1
   )
   select ${consultationJson('opened')} as wire, ${published('opened')} from opened`,
)

/** Declines a waiting order. */
export const declineOrder = one<[id: number, userId: number, nowSeconds: number], { wire: ConsultationOrderWire }>(
  'decline-consultation-order',
  `with declined as (
     update consultation_orders set status = 'declined', decided_by = $2, decided_at = to_timestamp($3::float8)
     where id = $1 and status = 'waiting' returning *
   )
   select ${orderJson('declined')} as wire, ${published('declined')} from declined`,
)

import { randomUUID } from 'node:crypto'
import { filesRefusal } from '#server/features/chat/message.ts'
import { one } from '#server/platform/database/statement.ts'
import { publishEvents } from '#server/platform/live/publishing.ts'
import { isMessageEmpty, keptText } from '#shared/features/chat/rules.ts'
import { clubchat, clubRoom } from '#shared/features/clubchat/contract.ts'
import { mostPerMinute, writingRefusal } from '#shared/features/clubchat/rules.ts'
import type { ClubMessageWire } from '#shared/features/clubchat/wire.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { type ClubContext, type ClubPlace, findPlace } from './club-place.ts'
import { messageWire } from './message.ts'
import { findMessageByKey } from './queries.ts'

/** SQL: whether the minute of a writer `r` that is being counted is not over. */
const isSameMinute = `coalesce(r.minute_at > excluded.minute_at - interval '1 minute', false)`

type Posting = ClubContext<'POST /clubs/:id/chat/messages'>

// First the writer's own row is taken, where their messages of the minute are counted: nothing is written past the limit. Counting then
// takes the lock of the chat's row, which makes the numbers gapless. A key that another statement has just added breaks its unique
// index, and nothing is counted.
const insertMessage = one<
  {
    clubId: number
    userId: number
    text: string
    replyTo: number | null
    mentionIds: readonly number[]
    fileIds: readonly number[]
    clientKey: string
    now: number
  },
  { id: number }
>(
  'insert-club-message',
  `with moment as (select to_timestamp($now::float8) as now), wrote as (
     insert into club_readers as r (community_id, user_id, wrote_at, minute_at, minute_count)
     select $clubId::bigint, $userId::bigint, now, now, 1 from moment
     on conflict (community_id, user_id) do update set wrote_at = excluded.wrote_at,
       minute_at = case when ${isSameMinute} then r.minute_at else excluded.minute_at end,
       minute_count = case when ${isSameMinute} then r.minute_count + 1 else 1 end
     where not ${isSameMinute} or r.minute_count < ${mostPerMinute}
     returning community_id
   ), counted as (
     insert into club_chats as k (community_id, message_count)
     select community_id, 1 from wrote
     on conflict (community_id) do update set message_count = k.message_count + 1
     returning k.community_id, k.message_count as number
   ), added as (
     insert into club_messages (community_id, number, author_id, text, reply_to, client_key, created_at, updated_at)
     select community_id, number, $userId, $text, $replyTo::bigint, $clientKey, now, now from counted, moment
     returning id, community_id
   ), files as (
     insert into club_message_files (message_id, media_id, sort)
     select added.id, f.id, f.sort from added, unnest($fileIds::bigint[]) with ordinality as f(id, sort)
   ), named as (
     insert into club_mentions (message_id, user_id) select added.id, n.id from added, unnest($mentionIds::bigint[]) as n(id)
   ), ${publishEvents(clubchat, 'club_message', { from: 'added', roomId: 'community_id', stored: { message_id: 'id' } })}
   select id from added`,
)

/** Writes in a club's chat, once for each Idempotency-Key: what is there already is answered, whatever has become of its author. */
export async function postMessage(context: Posting): Promise<ClubMessageWire> {
  const { db, user, body, now, live, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const { file_ids: fileIds = [], mention_ids: mentionIds = [], reply_to: replyTo = null } = body
  const place = await findPlace(context, { clientKey, replyTo, mentionIds, fileIds })
  if (!place.isKnown) {
    refuseUnlessAllowed(context, place)
    const message = { clubId: place.clubId, userId: user.userId, text: keptText(body.message), replyTo, clientKey }
    const named = { mentionIds: place.mentionIds, fileIds, now: now / 1000 }
    const added = await insertMessage(db, { ...message, ...named }).catch(takenIfKnown)
    if (!added) refuse('too_many_messages', { retryAfter: 60 })
    live.nudge(clubRoom, place.clubId)
  }
  const row = (await findMessageByKey(db, place.clubId, user.userId, clientKey)) ?? refuse('not_found')
  return messageWire(row.message, { userId: user.userId, now })
}

function refuseUnlessAllowed({ body, now, refuse }: Posting, place: ClubPlace) {
  const refused = writingRefusal(place, secondsFromMs(now))
  if (refused) refuse(refused)
  const fileIds = body.file_ids ?? []
  if (isMessageEmpty(body.message, fileIds.length)) refuse('message_required', { fields: ['message'] })
  const wrongFiles = filesRefusal(fileIds, place.files)
  if (wrongFiles) refuse(wrongFiles, { fields: ['file_ids'] })
  if (body.reply_to !== undefined && !place.hasReply) refuse('reply_gone', { fields: ['reply_to'] })
}

const keyIndex = 'club_messages_community_id_author_id_client_key_key'

/** Another device has just added the same message: it is found by its key. */
function takenIfKnown(error: unknown): 'taken' {
  if (error instanceof Error && 'constraint' in error && error.constraint === keyIndex) return 'taken'
  throw error
}

import { nameOf } from '#server/features/chat/message.ts'
import { ownedClubs } from '#server/features/clubs/queries.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import { mostUnread } from '#shared/features/clubchat/rules.ts'
import type { ClubChat, ClubPerson } from '#shared/features/clubchat/wire.ts'
import type { Static } from 'typebox'
import { type Asked, askedClub, type Standing, standing } from './club-place.ts'
import { clubMessageJson, type ClubMessageRow, clubPersonJson } from './message.ts'

/** SQL: how many messages others wrote in the club `club` after `number`, `mostUnread` at most; hidden ones do not count. */
const unreadAfter = (club: string, number: string) => `(select count(*)::int from (
  select from club_messages n where n.community_id = ${club} and n.number > ${number} and n.hidden_at is null
    and n.author_id <> $userId limit ${mostUnread}) unread)`

type ChatRow = Standing & Omit<Static<typeof ClubChat>, 'id' | 'title' | 'muted_until'>

/** How a person stands in a club's chat. */
export const findChat = one<Asked, ChatRow>(
  'find-club-chat',
  `select ${standing}, coalesce((select k.message_count from club_chats k where k.community_id = c.id), 0) as message_count,
     read.number as read_number, ${unreadAfter('c.id', 'read.number')} as unread_count,
     coalesce((select l.seq from live_rooms l where l.room = 'club:' || c.id), 0) as live_seq
   from (select * from ${askedClub}) c cross join lateral (
     select coalesce(max(r.read_number), 0) as number from club_readers r where r.community_id = c.id and r.user_id = $userId
   ) read`,
)

/** What is unread in the chats of all clubs that are a person's, in one statement. */
export const listUnread = many<Pick<Asked, 'userId' | 'brandId' | 'now'>, { id: number; unread_count: number }>(
  'list-unread-in-clubs',
  `select c.id, ${unreadAfter('c.id', 'coalesce(r.read_number, 0)')} as unread_count
   from communities c left join club_readers r on r.community_id = c.id and r.user_id = $userId
   where c.id = any (coalesce(${ownedClubs}, '{}')) and c.brand_id = $brandId and not c.is_hidden order by c.id`,
)

/**
 * Messages in the order of their numbers: the first ones after `after`, otherwise the last ones before `before`. The numbers have no
 * gaps, so a page of many messages costs what a page of few does.
 */
export const findMessages = one<
  Asked & { before: number | null; after: number | null; limit: number },
  Standing & { messages: ClubMessageRow[] }
>(
  'find-club-messages',
  `select ${standing}, (
     select coalesce(json_agg(${clubMessageJson('m')} order by m.number), '[]') from club_messages m
     where m.community_id = c.id and m.number > coalesce($after::bigint, page.top - $limit::bigint)
       and m.number <= least(page.top, $after::bigint + $limit)) as messages
   from (select * from ${askedClub}) c cross join lateral (
     select least(coalesce(max(k.message_count), 0), $before::bigint - 1) as top from club_chats k where k.community_id = c.id
   ) page`,
)

export const findMessageByKey = one<[clubId: number, authorId: number, key: string], { message: ClubMessageRow }>(
  'find-club-message-by-key',
  `select ${clubMessageJson('m')} as message from club_messages m
   where m.community_id = $1 and m.author_id = $2 and m.client_key = $3`,
)

/** Keeps how far a person has read, never back and never past the last message. */
export const setRead = one<
  { clubId: number; userId: number; number: number },
  { read_number: number; unread_count: number }
>(
  'set-club-chat-read',
  `with seen as (
     select least($number::integer, coalesce((select message_count from club_chats where community_id = $clubId), 0)) as number
   ), kept as (
     insert into club_readers as r (community_id, user_id, read_number) select $clubId, $userId, number from seen where number > 0
     on conflict (community_id, user_id) do update set read_number = excluded.read_number
     where excluded.read_number > r.read_number
   ), now as (
     select greatest(seen.number, coalesce(r.read_number, 0)) as number
     from seen left join club_readers r on r.community_id = $clubId and r.user_id = $userId
   )
   select number as read_number, ${unreadAfter('$clubId', 'now.number')} as unread_count from now`,
)

/** Those who have written in a club's chat and whose name has `search` in it, the latest first, but for `userId`. */
export const findWriters = one<Asked & { search: string }, Standing & { people: Static<typeof ClubPerson>[] }>(
  'find-club-writers',
  `select ${standing}, (
     select coalesce(json_agg(${clubPersonJson('w')} order by w.wrote_at desc), '[]') from (
       select u.id, u.first_name, u.last_name, u.avatar, r.wrote_at from club_readers r join users u on u.id = r.user_id
       where r.community_id = c.id and r.wrote_at is not null and u.id <> $userId and ${nameOf('u')} <> ''
         and strpos(lower(${nameOf('u')}), lower($search)) > 0
       order by r.wrote_at desc limit 20
     ) w) as people
   from ${askedClub}`,
)

/** The author of a message that members see; undefined where there is none. */
export const findAuthor = one<[clubId: number, messageId: number], { authorId: number | null }>(
  'find-club-message-author',
  `select author_id as "authorId" from club_messages where community_id = $1 and id = $2 and hidden_at is null`,
)

/** Keeps that a person reported a message, once until staff have decided about it. */
export const insertReport = run<{ messageId: number; userId: number; reason: string; now: number }>(
  'insert-club-report',
  `insert into club_reports (message_id, user_id, reason, created_at) values ($messageId, $userId, $reason, to_timestamp($now::float8))
   on conflict (message_id, user_id) do update set reason = excluded.reason, created_at = excluded.created_at, handled_at = null
   where club_reports.handled_at is not null`,
)

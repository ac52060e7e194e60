import { many, one, run } from '../database/statement.ts'
import type { StoredEvent } from './live-parts.ts'

export const listRoomNumbers = many<[rooms: string[]], { room: string; seq: number }>(
  'list-live-room-numbers',
  'select room, seq from live_rooms where room = any($1::text[])',
)

/** What follows a number in each of several rooms, at most `limit` events of each, in order within a room. */
export const listNews = many<[rooms: string[], numbers: number[], limit: number], StoredEvent>(
  'list-live-news',
  `select e.room, e.seq, e.type, e.data
     from unnest($1::text[], $2::bigint[]) as known (room, seq)
     cross join lateral (
       select l.room, l.seq, l.type, l.data from live_events l
        where l.room = known.room and l.seq > known.seq order by l.seq limit $3
     ) e`,
)

export const listEvents = many<[room: string, after: number, upTo: number, limit: number], StoredEvent>(
  'list-live-events',
  `select room, seq, type, data from live_events
    where room = $1 and seq > $2 and seq <= $3 order by seq limit $4`,
)

/**
 * Rooms in which something was written within the last `seconds`, and where they stand. By now(), which stands still while
 * it is compared: with a clock that moves on, no index could find them among the events of a week.
 */
export const listRecentRooms = many<[seconds: number], { room: string; seq: number }>(
  'list-live-recent-rooms',
  `select room, max(seq) as seq from live_events
    where created_at > now() - make_interval(secs => $1) group by room`,
)

/** Forgets at most `limit` events that are older than `days`; the numbers of their rooms go on. */
export const deleteOldEvents = run<[days: number, limit: number]>(
  'delete-old-live-events',
  `delete from live_events where ctid = any (array(
     select ctid from live_events where created_at < now() - make_interval(days => $1) limit $2))`,
)

/** A name for what belongs to this database alone, however many schools share a Redis. */
export const findDatabaseName = one<[], { name: string }>(
  'find-live-database-name',
  `select md5(system_identifier::text || current_database()) as name from pg_control_system()`,
)

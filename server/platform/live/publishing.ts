/**
 * Two CTEs of a larger statement which do what `publish_event` does, without a function's start at each call: for what is
 * written often. `from` is the CTE of what happened, one row a room; `room` and `data` are expressions over it.
 */
export const publishing = (from: string, room: string, type: string, data: string) => `room as (
    insert into live_rooms as r (room, seq) select ${room}, 1 from ${from}
    on conflict (room) do update set seq = r.seq + 1 returning r.room, r.seq
  ), event as (
    insert into live_events (room, seq, type, data) select room.room, room.seq, '${type}', ${data}::jsonb from room join ${from} on room.room = ${room}
  )`

-- What happened in a room, numbered without gaps; a client that was away asks for what follows its last number. `data`
-- holds ids alone: what they stand for is read when an event is delivered.
create table live_rooms (
  room text primary key,
  seq bigint not null
) with (fillfactor = 70);
create table live_events (
  room text not null,
  seq bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (room, seq)
);
create index live_events_created on live_events (created_at);

-- Writes an event in the caller's transaction; the row of the room keeps those of one room in order.
create function publish_event(in_room text, event_type text, event_data jsonb) returns bigint
  language sql
  begin atomic
    with next as (
      insert into live_rooms as r (room, seq) values (in_room, 1)
      on conflict (room) do update set seq = r.seq + 1
      returning r.seq
    )
    insert into live_events (room, seq, type, data) select in_room, next.seq, event_type, event_data from next
    returning live_events.seq;
  end;

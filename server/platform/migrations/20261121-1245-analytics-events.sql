-- What visitors did who allowed to be counted, where a brand keeps its own figures (ANL-02); kept for 400 days.
create table analytics_events (
  id bigint generated always as identity primary key,
  brand_id text not null,
  user_id bigint references users on delete set null,
  -- Random, of one device, from its consent on.
  visitor uuid,
  name text not null,
  params jsonb not null,
  -- Of the school's own staff (PRO-13).
  is_internal boolean not null,
  occurred_at timestamptz not null
);
create index analytics_events_time on analytics_events (occurred_at);
create index analytics_events_user on analytics_events (user_id) where user_id is not null;

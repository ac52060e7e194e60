-- What a school tells many people at once (decision 044).
create table announcements (
  id bigint generated always as identity primary key,
  brand_id text not null,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent', 'stopped')),
  -- By language: title and body, which is Markdown.
  texts jsonb not null,
  link text,
  by_push boolean not null,
  by_letter boolean not null,
  audience jsonb not null,
  timing jsonb not null,
  -- When its people are gathered, once it is scheduled.
  starts_at timestamptz,
  recipients integer not null default 0,
  told integer not null default 0,
  pushed integer not null default 0,
  lettered integer not null default 0,
  opened integer not null default 0,
  clicked integer not null default 0,
  revision integer not null default 1,
  client_key text,
  created_at timestamptz not null default now(),
  unique (brand_id, client_key)
);
create index announcements_scheduled on announcements (starts_at) where state = 'scheduled';
create index announcements_sending on announcements (id) where state = 'sending';

-- Who gets an announcement, gathered once when its sending begins.
create table announcement_recipients (
  announcement_id bigint not null references announcements on delete cascade,
  user_id bigint not null references users on delete cascade,
  due_at timestamptz not null,
  told_at timestamptz,
  -- Of those who agreed to be counted.
  opened_at timestamptz,
  clicked_at timestamptz,
  primary key (announcement_id, user_id)
);
create index announcement_recipients_user on announcement_recipients (user_id);
create index announcement_recipients_waiting on announcement_recipients (announcement_id, due_at) where told_at is null;
create index announcement_recipients_told on announcement_recipients (told_at) where told_at is not null;

-- Notes who opened and followed an announcement, each person once. Events are of anybody, so whatever does not fit is passed over.
create function count_announcement_events() returns trigger language plpgsql as $$
begin
  if not exists (select from told where name in ('announcement_show', 'announcement_click')) then
    return null;
  end if;
  with fitting as materialized (
    select brand_id, user_id, params ->> 'announcement_id' as id, bool_or(name = 'announcement_click') as is_clicked
    from told
    where name in ('announcement_show', 'announcement_click') and not is_internal and user_id is not null
      and params ->> 'announcement_id' ~ '^[1-9][0-9]{0,14}$'
    group by 1, 2, 3
  ), fresh as materialized (
    select r.announcement_id, r.user_id, f.is_clicked, r.opened_at is null as is_opened, f.is_clicked and r.clicked_at is null as is_followed
    from fitting f join announcements a on a.id = f.id::bigint and a.brand_id = f.brand_id
    join announcement_recipients r on r.announcement_id = a.id and r.user_id = f.user_id
    where r.told_at is not null and (r.opened_at is null or f.is_clicked and r.clicked_at is null)
    order by r.announcement_id, r.user_id for update of r
  ), marked as (
    update announcement_recipients r set opened_at = coalesce(r.opened_at, now()),
      clicked_at = case when f.is_clicked then coalesce(r.clicked_at, now()) else r.clicked_at end
    from fresh f where r.announcement_id = f.announcement_id and r.user_id = f.user_id
  )
  update announcements a set opened = a.opened + n.opened, clicked = a.clicked + n.clicked
  from (select announcement_id, count(*) filter (where is_opened) as opened, count(*) filter (where is_followed) as clicked
    from fresh group by announcement_id) n
  where a.id = n.announcement_id;
  return null;
end $$;

create trigger count_announcement_events after insert on analytics_events referencing new table as told
  for each statement execute function count_announcement_events();

-- What a school shows its learners at places of the app (decision 036). Ids in lists are checked when they are written; one that is
-- gone matches nobody.
create table banners (
  id bigint generated always as identity primary key,
  brand_id text not null,
  type text not null check (type in ('banner', 'new_feature')),
  state text not null default 'hidden' check (state in ('hidden', 'shown', 'archived')),
  -- By language: title and description.
  texts jsonb not null,
  sort integer not null,
  platforms text[] not null,
  position_ids integer[] not null,
  picture_id bigint references media on delete set null,
  link text,
  -- As the accounts have them.
  segments jsonb not null,
  segment_ids bigint[] not null,
  course_ids bigint[] not null,
  community_ids bigint[] not null,
  application_ids text[] not null,
  stage_day_ids bigint[] not null,
  not_display_course_ids bigint[] not null,
  not_display_community_ids bigint[] not null,
  not_display_application_ids text[] not null,
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  revision integer not null default 1,
  client_key text,
  created_at timestamptz not null default now(),
  unique (brand_id, client_key)
);
create index banners_shown on banners (brand_id) where state = 'shown';
create index banners_days on banners using gin (stage_day_ids) where state = 'shown';
create index banners_picture on banners (picture_id) where picture_id is not null;

-- New-feature notes that a person has closed.
create table banner_seen (
  user_id bigint not null references users on delete cascade,
  banner_id bigint not null references banners on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (user_id, banner_id)
);
create index banner_seen_banner on banner_seen (banner_id);

-- How often a banner was seen and followed on a day in UTC.
create table banner_days (
  banner_id bigint not null references banners on delete cascade,
  day date not null,
  shown integer not null default 0,
  clicked integer not null default 0,
  primary key (banner_id, day)
);

-- The showings that were counted lately, so that one that is reported again is not.
create table banner_views (
  view uuid not null,
  is_click boolean not null,
  banner_id bigint not null references banners on delete cascade,
  counted_at timestamptz not null default now(),
  primary key (view, is_click)
);
create index banner_views_time on banner_views (counted_at);
create index banner_views_banner on banner_views (banner_id);

-- Adds up what analytics tell of banners. Events are of anybody, so whatever does not fit is passed over.
create function count_banner_events() returns trigger language plpgsql as $$
begin
  if not exists (select from told where name in ('banner_show', 'banner_click')) then
    return null;
  end if;
  with fitting as materialized (
    select brand_id, params ->> 'banner_id' as banner_id, params ->> 'view' as view, name = 'banner_click' as is_click,
      (occurred_at at time zone 'UTC')::date as day
    from told
    where name in ('banner_show', 'banner_click') and not is_internal and params ->> 'banner_id' ~ '^[1-9][0-9]{0,14}$'
      and params ->> 'view' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  ), known as (
    select distinct on (f.view, f.is_click) f.view::uuid as view, f.is_click, b.id as banner_id, f.day
    from fitting f join banners b on b.id = f.banner_id::bigint
    where b.brand_id = f.brand_id or f.brand_id = any (b.application_ids)
    order by f.view, f.is_click
  ), fresh as (
    insert into banner_views (view, is_click, banner_id) select view, is_click, banner_id from known on conflict do nothing
    returning view, is_click
  )
  insert into banner_days as d (banner_id, day, shown, clicked)
  select k.banner_id, k.day, count(*) filter (where not k.is_click), count(*) filter (where k.is_click)
  from fresh join known k using (view, is_click)
  group by k.banner_id, k.day order by k.banner_id, k.day
  on conflict (banner_id, day) do update set shown = d.shown + excluded.shown, clicked = d.clicked + excluded.clicked;
  return null;
end $$;

create trigger count_banner_events after insert on analytics_events referencing new table as told
  for each statement execute function count_banner_events();

-- A day names its banners, and nodes remember the days.
create function tell_banners_of_days_changed() returns trigger language plpgsql as $$
begin
  if coalesce(cardinality(old.stage_day_ids), 0) + coalesce(cardinality(new.stage_day_ids), 0) > 0 then
    perform pg_notify('day_banners_changed', '');
  end if;
  return null;
end $$;
create trigger tell_banners_of_days_changed after insert or delete or update of state, stage_day_ids, sort on banners
  for each row execute function tell_banners_of_days_changed();

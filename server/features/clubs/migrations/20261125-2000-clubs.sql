-- Members' parts of a school. Who is a member follows from orders of the services that open a club; no row says it.
create table communities (
  id bigint generated always as identity primary key,
  uniq uuid not null unique default gen_random_uuid(),
  brand_id text not null,
  -- By language.
  titles jsonb not null,
  slug text not null,
  chat_only boolean not null,
  is_hidden boolean not null,
  course_ids bigint[] not null,
  faq_url text,
  custom_url text,
  telegram_chat_url text,
  have_subscription_landing_url text,
  no_have_subscription_landing_url text,
  revision integer not null default 1,
  client_key text,
  created_at timestamptz not null default now(),
  unique (brand_id, slug),
  unique (brand_id, client_key)
);

create table community_services (
  community_id bigint not null references communities on delete cascade,
  service_id bigint not null references services on delete cascade,
  primary key (service_id, community_id)
);
create index community_services_community on community_services (community_id);

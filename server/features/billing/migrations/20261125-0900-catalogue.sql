-- What the catalogue shows, in its order: each position sells a service, or a course by whatever service opens it.
create table catalog_positions (
  id bigint generated always as identity primary key,
  brand_id text not null,
  service_id bigint references services on delete cascade,
  course_id bigint references courses on delete cascade,
  -- By language: title and description.
  texts jsonb not null,
  -- Of those that the brand's configuration lists.
  category_id integer,
  -- The name of a picture of the brand; without one the course's own is shown.
  picture text,
  sort integer not null,
  is_hidden boolean not null default true,
  revision integer not null default 1,
  client_key text,
  created_at timestamptz not null default now(),
  unique (brand_id, client_key),
  check ((service_id is null) <> (course_id is null))
);
create index catalog_positions_brand on catalog_positions (brand_id, sort, id);
create index catalog_positions_service on catalog_positions (service_id) where service_id is not null;
create index catalog_positions_picture on catalog_positions (picture) where picture is not null;
create index services_course on services (course_id) where course_id is not null;

-- Under which codes an app store sells a service.
create table appstore_products (
  id bigint generated always as identity primary key,
  service_id bigint not null references services on delete cascade,
  alias text not null,
  code text not null,
  unique (service_id, code)
);

-- What the studio says of a brand over its file: only what is another there. A version, so that nobody writes over what they
-- have not seen.
create table brand_overrides (
  brand_id text primary key,
  override jsonb not null,
  version integer not null,
  updated_by bigint references users on delete set null,
  updated_at timestamptz not null default now()
);

-- Pictures that the studio gave a brand; the name carries the hash of what is in it.
create table brand_pictures (
  name text primary key,
  brand_id text not null,
  mime text not null,
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index brand_pictures_brand on brand_pictures (brand_id, created_at);

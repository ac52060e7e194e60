-- What a device may download of a media item, with the SHA-256 of each range of 8 MiB. `source` says of which files it was made:
-- once it differs from those that the item has, it is made again.
create table download_items (
  media_id bigint primary key references media on delete cascade,
  source text not null,
  files jsonb not null,
  made_at timestamptz not null default now()
);
-- The pair of keys with which leases are signed: one for all nodes.
create table download_keys (
  is_only boolean primary key default true check (is_only),
  private_key text not null
);

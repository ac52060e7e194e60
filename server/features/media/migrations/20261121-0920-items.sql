-- One uploaded or imported item; its files lie in the store under its key. `files` maps a purpose (mp4, hls, poster,
-- large, medium, small, original, subtitles) to a path relative to the key.
create table media (
  id bigint generated always as identity primary key,
  key text not null unique,
  type smallint not null check (type between 1 and 5),
  name text not null,
  mime text not null,
  bytes bigint not null default 0,
  width integer,
  height integer,
  duration_ms bigint not null default 0,
  files jsonb not null,
  source_hash text,
  created_at timestamptz not null default now()
);

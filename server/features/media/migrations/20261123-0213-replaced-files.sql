-- A file that was sent to take the place of another one. Once it is ready the two change what they store: the id that courses name
-- stands for the new film at a new address, and this row keeps what the old one stored, until `retired_at` is a week ago.
alter table media
  add column replaces_id bigint references media on delete set null,
  add column retired_at timestamptz,
  drop constraint media_key_key,
  add constraint media_key_key unique (key) deferrable initially immediate;
create index media_replaces on media (replaces_id) where replaces_id is not null;

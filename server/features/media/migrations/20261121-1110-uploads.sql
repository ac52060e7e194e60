-- What people upload is theirs and private: it opens to those who may see it alone. Status: NOT_UPLOADED while it is on its
-- way, UPLOADED while it is converted, then DONE, or FAIL with a reason that the person can read. `upload_key` is the
-- owner's own key for the upload; `secret` signs its addresses.
alter table media
  add column brand_id text,
  add column owner_id bigint references users on delete cascade,
  add column is_private boolean not null default false,
  add column status text not null default 'DONE' check (status in ('NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL')),
  add column progress smallint not null default 100 check (progress between 0 and 100),
  add column failure text,
  add column upload_key text unique,
  add column secret text not null default gen_random_uuid()::text,
  add column updated_at timestamptz not null default now();
create index media_owner on media (owner_id) where owner_id is not null;
create index media_unfinished on media (created_at) where status in ('NOT_UPLOADED', 'UPLOADED');

-- Keys whose files are to be removed from the store: a row may go with its owner, files cannot go in a transaction.
create table media_trash (
  key text primary key,
  created_at timestamptz not null default now()
);
create function trash_media_files() returns trigger language plpgsql as $$
begin
  insert into media_trash (key) values (old.key) on conflict do nothing;
  return null;
end $$;
create trigger trash_media_files after delete on media for each row execute function trash_media_files();

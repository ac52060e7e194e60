-- What people upload is theirs and private: it opens to those who may see it alone. Status: NOT_UPLOADED while it is on its
-- way, UPLOADED while it is converted, then DONE, or FAIL with a reason that the person can read.
alter table media
  add column brand_id text,
  add column owner_id bigint references users on delete cascade,
  add column is_private boolean not null default false,
  add column status text not null default 'DONE' check (status in ('NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL')),
  add column progress smallint not null default 100 check (progress between 0 and 100),
  add column failure text,
  add column upload_key text unique,
  add column updated_at timestamptz not null default now();
create index media_owner on media (owner_id) where owner_id is not null;

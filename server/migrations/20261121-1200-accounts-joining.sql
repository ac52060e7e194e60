-- An installation's account has the installation's id instead of an e-mail (ACC-07).
alter table users add column app_id text;
create unique index users_app_id on users (brand_id, app_id) where app_id is not null;
-- Set by staff; a blocked person keeps everything and cannot come in (STF-11).
alter table users add column blocked_at timestamptz;
-- Until then the demand to validate the phone is put off (ACC-15).
alter table users add column phone_demand_from timestamptz;
alter table users add column is_email_validated boolean not null default false;
-- What a person may still do to prove who they are; only hashes, single-use, counted, short-lived (SEC-01).
create table one_time_codes (
  id bigint generated always as identity primary key,
  brand_id text not null,
  -- email, phone or password-reset
  purpose text not null check (purpose in ('email', 'phone', 'password-reset')),
  -- The e-mail or the phone that it was sent to.
  address text not null,
  user_id bigint not null references users on delete cascade,
  secret_hash bytea not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (brand_id, purpose, address)
);
create index one_time_codes_expiry on one_time_codes (expires_at);
create index one_time_codes_user on one_time_codes (user_id);

-- An installation's account has the installation's id instead of an e-mail (ACC-07).
alter table users add column app_id text;
create unique index users_app_id on users (brand_id, app_id) where app_id is not null;
-- Set by staff; a blocked person keeps everything and cannot come in (STF-11).
alter table users add column blocked_at timestamptz;
-- Until then the demand to validate the phone is put off (ACC-15).
alter table users add column phone_demand_from timestamptz;
alter table users add column is_email_validated boolean not null default false;
-- What a person was sent to prove who they are, one of a purpose at a time: only hashes, single-use, counted, short-lived (SEC-01).
create table one_time_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('email', 'phone', 'password-reset')),
  -- The e-mail or the phone that it was sent to.
  address text not null,
  -- Null until it is on its way.
  secret_hash bytea,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz,
  unique (user_id, purpose)
);
create index one_time_codes_expiry on one_time_codes (expires_at);
create index one_time_codes_secret on one_time_codes (secret_hash);

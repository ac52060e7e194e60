-- The second factor of an account: a secret shared with an app that shows codes (RFC 6238). A row is there once a code of it was
-- entered; the secret is encrypted with a key that is not in the database.
create table second_factors (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users on delete cascade,
  sealed_secret bytea not null,
  -- Of the last code that was taken, so that each works once: its time in steps of 30 seconds.
  last_step bigint not null,
  created_at timestamptz not null
);

-- What remains of the codes for who has lost the app.
create table recovery_codes (
  second_factor_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (second_factor_id, code_hash)
);

-- By which second factor the session was confirmed: that of its account, or it is not confirmed.
alter table sessions add column second_factor_id bigint references second_factors on delete set null;
create index sessions_second_factor on sessions (second_factor_id) where second_factor_id is not null;

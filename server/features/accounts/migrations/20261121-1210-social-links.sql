-- By which accounts of other networks a person may come in (ACC-33, ACC-35).
create table user_external_auths (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  brand_id text not null,
  source text not null check (source in ('google', 'vkontakte', 'facebook', 'apple')),
  -- What the network knows the person by.
  external_id text not null,
  created_at timestamptz not null default now(),
  unique (brand_id, source, external_id),
  unique (user_id, source)
);
-- Somebody on the way to a network and back (ACC-36): single-use, ten minutes, and of one browser.
create table social_attempts (
  state_hash bytea primary key,
  -- Of the secret that the browser holds in a cookie.
  browser_hash bytea not null,
  brand_id text not null,
  source text not null,
  purpose text not null check (purpose in ('login', 'link')),
  -- Who links; nobody is known yet who signs in.
  user_id bigint references users on delete cascade,
  verifier text not null,
  nonce text not null,
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  check ((purpose = 'link') = (user_id is not null))
);
create index social_attempts_expiry on social_attempts (expires_at);
create index social_attempts_user on social_attempts (user_id);
-- A network lets somebody in who has no session yet.
alter table transfer_tokens alter column session_id drop not null;

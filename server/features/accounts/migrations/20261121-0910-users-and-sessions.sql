create table users (
  id bigint generated always as identity primary key,
  brand_id text not null,
  email text,
  username text not null,
  password_hash text,
  role text not null default 'learner' check (role in ('learner', 'expert', 'author', 'support', 'admin')),
  status smallint not null default 10,
  first_name text not null default '',
  last_name text not null default '',
  city text not null default '',
  gender text check (gender in ('M', 'F')),
  phone text,
  is_phone_validated boolean not null default false,
  birthday date,
  instagram text not null default '',
  is_notification_disabled boolean not null default false,
  language_code text not null default 'en' check (language_code in ('en', 'ru', 'es')),
  timezone text not null default 'UTC',
  avatar text,
  segments jsonb not null default '[]',
  is_require_update_password boolean not null default false,
  is_require_update_profile boolean not null default false,
  is_require_email_validate boolean not null default false,
  is_require_phone_validate boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (brand_id, lower(email));

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  app_type text not null default 'web',
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- One-time and short-lived: what may travel in an address instead of the session token (ACC-06).
create table transfer_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index transfer_tokens_expiry on transfer_tokens (expires_at);

-- Counted before the password is looked at, so that parallel guesses count too (SEC-03).
create table sign_in_attempts (
  key bytea primary key,
  attempts integer not null,
  resets_at timestamptz not null
);

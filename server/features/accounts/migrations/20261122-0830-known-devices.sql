-- Browsers in which a person has signed in: their tries are counted apart, so that nobody else can use them up (SEC-09).
create table known_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  secret_hash bytea not null unique,
  seen_at timestamptz not null
);
create index known_devices_user on known_devices (user_id);

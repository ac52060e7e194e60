-- What a person allows beyond the essential; no row while they decided nothing (CON-05).
create table cookie_policies (
  user_id bigint primary key references users on delete cascade,
  analytics boolean not null,
  marketing boolean not null,
  decided_at timestamptz not null
);

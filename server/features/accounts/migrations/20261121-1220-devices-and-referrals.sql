-- When a device was last heard of; written at most once an hour.
alter table sessions add column seen_at timestamptz not null default now();
update sessions set seen_at = created_at;

-- What a person's own link carries (PRO-12), and whose link brought them.
alter table users
  add column referral_code text not null default replace(left(gen_random_uuid()::text, 13), '-', ''),
  add column referred_by bigint references users on delete set null;
create unique index users_referral_code on users (referral_code);
create index users_referred_by on users (referred_by) where referred_by is not null;

-- One row a visitor and link, however often it is opened; `visitor` is random and the browser's own.
create table referral_jumps (
  referrer_id bigint not null references users on delete cascade,
  visitor uuid not null,
  created_at timestamptz not null default now(),
  primary key (referrer_id, visitor)
);

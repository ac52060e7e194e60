-- A ledger: entries are only added. One source awards or debits once.
create table user_scores (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  amount integer not null check (amount <> 0),
  type text not null,
  source text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, type, source)
);
create index user_scores_latest on user_scores (user_id, id desc);

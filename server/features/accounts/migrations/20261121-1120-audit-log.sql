-- What staff changed: who, what, when (STF-13). Rows are only ever added.
create table audit_log (
  id bigint generated always as identity primary key,
  brand_id text not null,
  actor_id bigint references users on delete set null,
  action text not null,
  target_type text not null,
  target_id bigint not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_log_brand on audit_log (brand_id, id);

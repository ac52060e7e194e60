-- The link that the latest start printed in a database without an administrator: at most one row.
create table setup_codes (
  is_only boolean primary key default true check (is_only),
  code_hash bytea not null,
  created_at timestamptz not null default now()
);

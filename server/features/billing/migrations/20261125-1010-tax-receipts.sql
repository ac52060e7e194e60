-- Receipts that a provider registers with the tax office (54-FZ), until they are accepted.
create table tax_receipts (
  receipt_id bigint primary key references receipts,
  key uuid not null default gen_random_uuid(),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'none')),
  -- When the provider is asked next.
  ask_at timestamptz
);
create index tax_receipts_asked on tax_receipts (ask_at) where ask_at is not null;

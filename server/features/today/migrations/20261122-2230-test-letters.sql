-- The latest test e-mail of each brand: whether it left, and whether its link was ever opened.
create table test_letters (
  brand_id text primary key,
  -- Null until it is on its way.
  token_hash bytea,
  asked_at timestamptz not null,
  sent_at timestamptz,
  opened_at timestamptz,
  problem text check (problem in ('sign_in', 'unreachable', 'insecure', 'address', 'other')),
  -- The mail server's own words.
  detail text not null default ''
);

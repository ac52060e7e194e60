-- The states in which a subscription has been, derived from its history for the figures; the last one has no end.
create table subscription_spans (
  subscription_id bigint not null references payment_subscriptions on delete cascade,
  number integer not null,
  state text not null check (state in ('created', 'trial', 'active', 'past_due', 'paused', 'ending', 'ended')),
  starts_on date not null,
  ends_on date check (ends_on >= starts_on),
  -- Why it ended.
  reason text,
  primary key (subscription_id, number)
);
-- What came in and went back on the days that figures show.
create index ledger_entries_happened on ledger_entries (happened_at);

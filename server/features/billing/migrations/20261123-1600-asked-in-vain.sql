-- Whether a provider was asked and did not answer: it may have done what it was asked for.
alter table payment_attempts add column was_silent boolean not null default false;
create index provider_events_unhandled on provider_events (received_at) where handled_at is null;
create index provider_events_handled on provider_events (handled_at) where handled_at is not null;

-- The log says which change of the terms it was.
alter table billing_terms add column revision integer not null default 1;

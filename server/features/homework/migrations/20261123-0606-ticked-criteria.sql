-- The criteria as they were when the expert answered, by language, and which of them were met.
alter table homework_attempts add column criteria jsonb not null default '[]';

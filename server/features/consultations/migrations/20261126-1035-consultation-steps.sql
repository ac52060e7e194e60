-- The keys under which a consultation was ended or continued: a late repeat of one step does not undo the next.
alter table consultations add column step_keys text[] not null default '{}';

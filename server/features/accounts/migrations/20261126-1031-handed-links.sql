-- When staff handed the link of an invitation over themselves; it proves no e-mail, and a letter asked for before leaves it valid.
alter table one_time_codes add column handed_at timestamptz;

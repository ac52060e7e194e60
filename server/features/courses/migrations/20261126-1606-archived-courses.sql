-- Learners keep a course that is archived; nobody new gets it.
alter table courses add column archived_at timestamptz;

-- The file that a draft was made of, in the open format: its comments and the names of its files outlive the editor.
alter table course_drafts add column source jsonb;

-- Addresses at which a published course can be fetched as an archive, for a few minutes each.
create table course_exports (
  key text primary key,
  course_id bigint not null references courses on delete cascade,
  created_at timestamptz not null default now()
);
create index course_exports_of_course on course_exports (course_id);

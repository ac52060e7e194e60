-- Courses that authors bring in as files; each is read once, by a job. `file_id` is the upload, which goes when the draft is there.
-- `report` has a line for each item, `counts` how many of them were imported, changed and skipped.
create table course_imports (
  id bigint generated always as identity primary key,
  brand_id text not null,
  user_id bigint references users on delete set null,
  file_id bigint not null unique,
  name text not null,
  language text not null,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'done', 'failed')),
  stored_files integer not null default 0,
  all_files integer not null default 0,
  course_id bigint references courses on delete set null,
  title text not null default '',
  counts jsonb not null default '{"imported": 0, "changed": 0, "skipped": 0}',
  report jsonb not null default '[]',
  failure jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index course_imports_of_brand on course_imports (brand_id, id desc);
create index course_imports_of_user on course_imports (user_id) where user_id is not null;
create index course_imports_of_course on course_imports (course_id) where course_id is not null;

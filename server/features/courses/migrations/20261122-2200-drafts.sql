-- What an author is writing: the parts of a course, from which its next version is published.
create table course_drafts (
  course_id bigint primary key references courses on delete cascade,
  -- The published version that it began as; 0 where there was none.
  base integer not null,
  -- Rises with every change of the order of parts.
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users on delete set null
);
create index course_drafts_updated_by on course_drafts (updated_by);

create table course_draft_parts (
  id uuid primary key,
  course_id bigint not null references course_drafts on delete cascade,
  parent_id uuid references course_draft_parts,
  kind text not null check (kind in ('course', 'stage', 'day', 'set', 'place', 'lesson', 'homework', 'document')),
  key text not null,
  sort integer not null,
  content jsonb not null,
  -- Rises with every change of the content.
  revision integer not null default 1,
  is_removed boolean not null default false
);
-- Keys of sets are those of a day, and places have none of their own.
create unique index course_draft_parts_key on course_draft_parts (course_id, kind, key) where kind not in ('set', 'place');
create index course_draft_parts_course on course_draft_parts (course_id);
create index course_draft_parts_parent on course_draft_parts (parent_id);

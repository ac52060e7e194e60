-- Who has which part of a draft open; a row is news for less than a minute.
create table course_draft_authors (
  course_id bigint not null references course_drafts (course_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  part_id uuid,
  seen_at timestamptz not null,
  primary key (course_id, user_id)
);
create index course_draft_authors_by_user on course_draft_authors (user_id);

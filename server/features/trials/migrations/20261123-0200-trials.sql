-- An author's trial of a draft: a learner and a course of a brand that nobody works in. They go with the next trial of the same
-- draft, or after a week.
create table trials (
  learner_id bigint primary key references users on delete cascade,
  trial_course_id bigint not null unique references courses on delete cascade,
  author_id bigint references users on delete set null,
  course_id bigint references courses on delete set null,
  started_at timestamptz not null default now(),
  unique (author_id, course_id)
);
create index trials_course on trials (course_id);

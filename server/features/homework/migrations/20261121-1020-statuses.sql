create table user_homeworks (
  id bigint generated always as identity primary key,
  user_stream_id bigint not null references user_streams on delete cascade,
  homework_id bigint not null references course_homeworks on delete cascade,
  status text not null default 'NOT_UPLOADED' check (status in ('NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_stream_id, homework_id)
);

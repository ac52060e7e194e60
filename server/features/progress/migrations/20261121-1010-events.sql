-- What happened, as reported; the tables below follow from it and can be recomputed. The key is the reporter's, so that
-- a report sent twice counts once (REL-02).
create table progress_events (
  user_stream_id bigint not null references user_streams on delete cascade,
  key text not null,
  kind text not null check (kind in ('day_started', 'day_finished', 'lesson_viewed')),
  day_id bigint not null,
  lesson_set_lesson_id bigint,
  viewed_seconds integer not null default 0 check (viewed_seconds >= 0),
  play_count integer not null default 0 check (play_count >= 0),
  position_seconds integer,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (user_stream_id, key)
);

create table day_statuses (
  id bigint generated always as identity primary key,
  user_stream_id bigint not null references user_streams on delete cascade,
  day_id bigint not null references course_days on delete cascade,
  started_at timestamptz,
  finished_at timestamptz,
  unique (user_stream_id, day_id)
);

create table lesson_statistics (
  user_stream_id bigint not null references user_streams on delete cascade,
  lesson_set_lesson_id bigint not null references course_lesson_set_lessons on delete cascade,
  day_id bigint not null,
  viewed_seconds bigint not null default 0,
  play_count bigint not null default 0,
  position_seconds integer not null default 0,
  positioned_at timestamptz,
  positioned_key text not null default '',
  primary key (user_stream_id, lesson_set_lesson_id)
);

-- A cohort: learners who start a course on one date. Both dates are inclusive, in each learner's own time zone.
create table streams (
  id bigint generated always as identity primary key,
  course_id bigint not null references courses on delete cascade,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  created_at timestamptz not null default now(),
  unique (course_id, starts_on)
);

-- One learner's place in a cohort.
create table user_streams (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  course_id bigint not null references courses on delete cascade,
  stream_id bigint not null references streams on delete cascade,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  is_demo boolean not null default false,
  is_optional_purchase boolean not null default false,
  course_full_access boolean not null default false,
  mobile_access boolean not null default true,
  -- Null plays each set as often as the course says.
  lesson_set_repeat integer,
  filters jsonb not null default '{}',
  max_consultation_count integer not null default 0,
  message_expires_at timestamptz,
  order_service_id bigint,
  payment_subscription_id bigint references payment_subscriptions,
  created_at timestamptz not null default now(),
  unique (user_id, stream_id)
);
create index user_streams_course on user_streams (course_id, user_id);

-- Status: created 0, active 1, canceled 2. Both dates are inclusive; of a canceled freeze the days before canceled_on count.
create table stream_freezes (
  id bigint generated always as identity primary key,
  user_stream_id bigint not null references user_streams on delete cascade,
  status smallint not null default 0 check (status between 0 and 2),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  canceled_on date,
  created_at timestamptz not null default now()
);
create index stream_freezes_stream on stream_freezes (user_stream_id);

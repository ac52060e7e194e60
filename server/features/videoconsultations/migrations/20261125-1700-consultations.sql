-- What can be booked: how long it lasts, when, with whom, and how it is paid for.
create table video_kinds (
  id bigint generated always as identity primary key,
  brand_id text not null,
  -- Null for learners of all courses.
  course_id bigint references courses on delete cascade,
  -- By language: title and description.
  texts jsonb not null,
  length_minutes integer not null check (length_minutes between 5 and 480),
  step_minutes integer not null check (step_minutes between 5 and 480),
  buffer_before_minutes integer not null default 0 check (buffer_before_minutes between 0 and 240),
  buffer_after_minutes integer not null default 0 check (buffer_after_minutes between 0 and 240),
  notice_minutes integer not null check (notice_minutes >= 0),
  horizon_days integer not null check (horizon_days between 1 and 366),
  needs_confirmation boolean not null,
  takes_quota boolean not null,
  points integer check (points > 0),
  service_id bigint references services on delete set null,
  is_shown boolean not null default true,
  revision integer not null default 1,
  client_key text,
  created_at timestamptz not null default now(),
  unique (brand_id, client_key)
);
create index video_kinds_course on video_kinds (course_id) where course_id is not null;
create index video_kinds_service on video_kinds (service_id) where service_id is not null;

create table video_kind_experts (
  kind_id bigint not null references video_kinds on delete cascade,
  expert_id bigint not null references users on delete cascade,
  primary key (kind_id, expert_id)
);
create index video_kind_experts_expert on video_kind_experts (expert_id);

-- By which clock an expert works, and their calendar elsewhere: its address encrypted under the server's key.
create table video_experts (
  user_id bigint primary key references users on delete cascade,
  timezone text not null,
  revision integer not null default 1,
  calendar_url bytea,
  calendar_host text not null default '',
  calendar_fetched_at timestamptz,
  calendar_fault text check (calendar_fault in ('address_refused', 'not_reached', 'too_large', 'not_a_calendar')),
  -- When it is read again.
  calendar_due_at timestamptz
);
create index video_experts_due on video_experts (calendar_due_at) where calendar_due_at is not null;

-- Weekly hours on the expert's clock, in minutes of the day; both dates are inclusive.
create table video_hours (
  id bigint generated always as identity primary key,
  user_id bigint not null references video_experts on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  from_minute smallint not null check (from_minute between 0 and 1425),
  until_minute smallint not null check (until_minute > from_minute and until_minute <= 1440),
  valid_from date,
  valid_until date
);
create index video_hours_user on video_hours (user_id);

-- Time away, and extra hours.
create table video_absences (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('absence', 'extra')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  note text not null default '',
  client_key text not null,
  created_at timestamptz not null default now(),
  unique (user_id, client_key)
);
create index video_absences_user on video_absences (user_id, ends_at);

-- What the calendar elsewhere said when it was last read.
create table video_busy_times (
  user_id bigint not null references video_experts on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (user_id, starts_at, ends_at)
);

create table video_consultations (
  id bigint generated always as identity primary key,
  brand_id text not null,
  kind_id bigint not null references video_kinds,
  user_id bigint not null references users on delete cascade,
  user_stream_id bigint not null references user_streams on delete cascade,
  -- Null once the expert is erased.
  expert_id bigint references users on delete set null,
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  -- With the buffers before and after.
  pad tstzrange not null check (pad @> during),
  status text not null check (status in
    ('held', 'lapsed', 'pending', 'confirmed', 'declined', 'cancelled', 'complete', 'missed', 'rated')),
  hold_until timestamptz,
  note text not null default '',
  phone text not null default '',
  expert_note text not null default '',
  expert_phone text not null default '',
  pay_by text check (pay_by in ('free', 'quota', 'points', 'price')),
  -- Of which place it takes one of the consultations; null where it takes none.
  quota_stream_id bigint references user_streams on delete set null,
  points integer not null default 0,
  -- The service that is to be paid for before it is booked.
  service_id bigint references services on delete set null,
  cancel_reason text not null default '',
  missed_by text check (missed_by in ('learner', 'expert')),
  rating smallint check (rating between 1 and 5),
  rating_comment text not null default '',
  -- Of the event in calendars; the sequence rises with each change that they hear of.
  calendar_uid uuid not null default gen_random_uuid(),
  calendar_sequence integer not null default 0,
  -- Which reminders have gone out for the time that it has.
  reminded text[] not null default '{}',
  client_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, client_key),
  check ((status = 'held') = (hold_until is not null)),
  -- A range of one id does what equality would, without an extension that not every database lets one create.
  constraint video_consultations_expert_once exclude using gist (int8range(expert_id, expert_id, '[]') with &&, pad with &&)
    where (expert_id is not null and status in ('held', 'pending', 'confirmed')),
  constraint video_consultations_learner_once exclude using gist (int8range(user_id, user_id, '[]') with &&, during with &&)
    where (status in ('held', 'pending', 'confirmed'))
);
create index video_consultations_user on video_consultations (user_id, lower(during));
create index video_consultations_expert on video_consultations (expert_id, lower(during));
create index video_consultations_brand on video_consultations (brand_id, lower(during));
create index video_consultations_stream on video_consultations (user_stream_id);
create index video_consultations_quota on video_consultations (quota_stream_id) where quota_stream_id is not null;
create index video_consultations_kind on video_consultations (kind_id);
create index video_consultations_held on video_consultations (hold_until) where status = 'held';
create index video_consultations_confirmed on video_consultations (lower(during)) where status = 'confirmed';
create index video_consultations_waiting on video_consultations (brand_id, lower(during)) where status = 'pending';

-- A wish to move or cancel: a learner's is decided by staff, one of staff by the learner.
create table video_requests (
  id bigint generated always as identity primary key,
  consultation_id bigint not null references video_consultations on delete cascade,
  kind text not null check (kind in ('move', 'cancel')),
  asked_by text not null check (asked_by in ('learner', 'staff')),
  starts_at timestamptz,
  expert_id bigint references users on delete set null,
  reason text not null default '',
  answer text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn')),
  decided_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check (kind = 'cancel' or starts_at is not null)
);
create unique index video_requests_waiting on video_requests (consultation_id) where state = 'waiting';
create index video_requests_consultation on video_requests (consultation_id);

-- Which address of a person's calendar feed is the one that holds.
create table calendar_feeds (
  user_id bigint primary key references users on delete cascade,
  revision integer not null default 1
);

-- By which learners join a cohort themselves. A code is no secret of a person, and staff are shown it again: it is kept as it is.
create table enrolment_codes (
  id bigint generated always as identity primary key,
  stream_id bigint not null references streams on delete cascade,
  code text not null unique,
  name text not null,
  -- How many it lets in; null for as many as the cohort takes.
  seats integer check (seats > 0),
  ends_on date,
  is_demo boolean not null default false,
  author_id bigint references users on delete set null,
  client_key text not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  unique (stream_id, author_id, client_key)
);
create index enrolment_codes_author on enrolment_codes (author_id) where author_id is not null;

-- Who joined by which code.
create table enrolments_by_code (
  code_id bigint not null references enrolment_codes on delete cascade,
  user_id bigint not null references users on delete cascade,
  joined_at timestamptz not null,
  primary key (code_id, user_id)
);
create index enrolments_by_code_user on enrolments_by_code (user_id);

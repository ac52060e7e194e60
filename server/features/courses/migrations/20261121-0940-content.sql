-- Texts by language: {"en": {"title": …}, "ru": …}. Keys are stable across imports of the same course file.
create table courses (
  id bigint generated always as identity primary key,
  brand_id text not null,
  key text not null,
  version integer not null default 1,
  content_hash text not null,
  languages text[] not null,
  texts jsonb not null,
  category_id integer,
  licence text not null default '',
  attribution text not null default '',
  image_id bigint references media,
  background_id bigint references media,
  demo_video_id bigint references media,
  consultation_limit integer,
  options jsonb not null default '[]',
  days_count integer not null default 0,
  is_demo_documents_accessible boolean not null default true,
  is_demo_expert_message_enabled boolean not null default true,
  is_demo_user_message_enabled boolean not null default true,
  is_demo_offline_mode_accessible boolean not null default true,
  source jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (brand_id, key)
);

create table course_stages (
  id bigint generated always as identity primary key,
  course_id bigint not null references courses on delete cascade,
  key text not null,
  sort integer not null,
  texts jsonb not null,
  unique (course_id, key)
);

create table course_days (
  id bigint generated always as identity primary key,
  course_id bigint not null references courses on delete cascade,
  stage_id bigint not null references course_stages on delete cascade,
  key text not null,
  day_number integer not null,
  opens_after_days integer not null,
  is_rest boolean not null default false,
  is_required_to_complete boolean not null default false,
  is_demo_accessible boolean not null default false,
  finish_total_time_seconds integer not null default 0,
  score integer not null default 0,
  options jsonb not null default '[]',
  texts jsonb not null,
  unique (course_id, key)
);
create index course_days_stage on course_days (stage_id);

create table course_lessons (
  id bigint generated always as identity primary key,
  course_id bigint not null references courses on delete cascade,
  key text not null,
  texts jsonb not null,
  links jsonb not null default '[]',
  options jsonb not null default '[]',
  image_id bigint references media,
  video_id bigint references media,
  description_video_id bigint references media,
  vertical_video_id bigint references media,
  vertical_description_video_id bigint references media,
  unique (course_id, key)
);

create table course_lesson_sets (
  id bigint generated always as identity primary key,
  day_id bigint not null references course_days on delete cascade,
  key text not null,
  sort integer not null,
  repeat_count integer not null default 1,
  repeat_from integer,
  repeat_to integer,
  unique (day_id, key)
);

create table course_lesson_set_lessons (
  id bigint generated always as identity primary key,
  lesson_set_id bigint not null references course_lesson_sets on delete cascade,
  lesson_id bigint not null references course_lessons on delete cascade,
  sort integer not null,
  survey_form_url text,
  -- An import moves lessons about within one transaction.
  unique (lesson_set_id, sort) deferrable initially deferred
);
create index course_lesson_set_lessons_lesson on course_lesson_set_lessons (lesson_id);

create table course_documents (
  id bigint generated always as identity primary key,
  course_id bigint not null references courses on delete cascade,
  key text not null,
  sort integer not null,
  texts jsonb not null,
  url text,
  media_id bigint references media,
  unique (course_id, key)
);

create table course_homeworks (
  id bigint generated always as identity primary key,
  course_id bigint not null references courses on delete cascade,
  stage_id bigint not null references course_stages on delete cascade,
  day_id bigint references course_days on delete cascade,
  key text not null,
  is_required boolean not null default false,
  is_demo_accessible boolean not null default false,
  score integer not null default 0,
  texts jsonb not null,
  unique (course_id, key)
);

-- One handing-in of a homework; what was handed in is a message of the learner's chat.
create table homework_attempts (
  id bigint generated always as identity primary key,
  user_homework_id bigint not null references user_homeworks on delete cascade,
  number integer not null,
  message_id bigint not null unique references chat_messages,
  -- The exercise that the learner chose: a lesson's place in a day.
  lesson_set_lesson_id bigint references course_lesson_set_lessons on delete set null,
  submitted_at timestamptz not null default now(),
  -- When the learner may expect an answer (HWK-03).
  due_at timestamptz not null,
  -- Held by one expert while it is being looked at; free again 20 minutes after the last sign of life.
  claimed_by bigint references users on delete set null,
  claimed_at timestamptz,
  active_at timestamptz,
  verdict text check (verdict in ('DONE', 'FAIL')),
  verdict_message_id bigint references chat_messages,
  points integer not null default 0,
  reviewed_by bigint references users on delete set null,
  reviewed_at timestamptz,
  -- Taken back by the learner for another version before anybody looked at it.
  replaced_at timestamptz,
  unique (user_homework_id, number)
);
create index homework_attempts_waiting on homework_attempts (submitted_at, id) where verdict is null and replaced_at is null;
create index homework_attempts_reviewed on homework_attempts (reviewed_at) where verdict is not null;

create index homework_attempts_verdict on homework_attempts (verdict_message_id) where verdict_message_id is not null;

-- Every place in a stream has the status of every homework of its course, so that a status always has its number (HWK-13).
create function open_homeworks_of_stream() returns trigger language plpgsql as $$
begin
  insert into user_homeworks (user_stream_id, homework_id)
  select new.id, h.id from course_homeworks h where h.course_id = new.course_id
  on conflict (user_stream_id, homework_id) do nothing;
  return null;
end $$;
create trigger open_homeworks after insert on user_streams for each row execute function open_homeworks_of_stream();

create function open_homework_in_streams() returns trigger language plpgsql as $$
begin
  insert into user_homeworks (user_stream_id, homework_id)
  select us.id, new.id from user_streams us where us.course_id = new.course_id
  on conflict (user_stream_id, homework_id) do nothing;
  return null;
end $$;
create trigger open_homework after insert on course_homeworks for each row execute function open_homework_in_streams();

insert into user_homeworks (user_stream_id, homework_id)
select us.id, h.id from user_streams us join course_homeworks h on h.course_id = us.course_id
on conflict (user_stream_id, homework_id) do nothing;

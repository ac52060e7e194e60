-- Which seconds of a film a learner has played in a lesson; the lesson's place has one row for each film that was played there.
create table film_seconds (
  user_stream_id bigint not null references user_streams on delete cascade,
  lesson_set_lesson_id bigint not null references course_lesson_set_lessons on delete cascade,
  film_id bigint not null references media on delete cascade,
  seconds int4multirange not null check (not isempty(seconds)),
  primary key (user_stream_id, lesson_set_lesson_id, film_id)
);
create index film_seconds_film on film_seconds (film_id);

-- As they were reported.
alter table progress_events add column film_id bigint, add column film_seconds int4multirange;

-- Since when an id stands for another film than before. Seconds belong to what was seen: those of the film before are forgotten,
-- and so is what is still reported of it.
create table films_changed (
  film_id bigint primary key references media on delete cascade,
  changed_at timestamptz not null
);
create function forget_film_seconds() returns trigger language plpgsql as $$
begin
  delete from film_seconds where film_id = new.id;
  insert into films_changed as known (film_id, changed_at) values (new.id, now())
    on conflict (film_id) do update set changed_at = greatest(known.changed_at, excluded.changed_at);
  return null;
end $$;
create trigger forget_film_seconds after update on media for each row
  when (new.type = 1 and new.key is distinct from old.key and new.retired_at is null) execute function forget_film_seconds();

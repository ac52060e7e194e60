-- On which days, by the calendar of UTC, a learner watched, started or finished something of a course.
create table active_days (
  course_id bigint not null references courses on delete cascade,
  on_date date not null,
  user_id bigint not null references users on delete cascade,
  primary key (course_id, on_date, user_id)
);
create index active_days_user on active_days (user_id);

insert into active_days (course_id, on_date, user_id)
select distinct us.course_id, (e.occurred_at at time zone 'UTC')::date, us.user_id
from progress_events e join user_streams us on us.id = e.user_stream_id;

create function note_active_day() returns trigger language plpgsql as $$
begin
  insert into active_days (course_id, on_date, user_id)
  select us.course_id, (new.occurred_at at time zone 'UTC')::date, us.user_id
  from user_streams us where us.id = new.user_stream_id
  on conflict do nothing;
  return null;
end $$;
create trigger note_active_day after insert on progress_events for each row execute function note_active_day();

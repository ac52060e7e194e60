-- A learner is active on a day of their own calendar, as everything of a cohort goes by it; a zone that this database does not know is UTC.
create function local_day(at timestamptz, zone text) returns date language plpgsql stable as $$
begin
  return (at at time zone zone)::date;
exception when invalid_parameter_value then
  return (at at time zone 'UTC')::date;
end $$;

create or replace function note_active_day() returns trigger language plpgsql as $$
begin
  insert into active_days (course_id, on_date, user_id)
  select us.course_id, local_day(new.occurred_at, u.timezone), us.user_id
  from user_streams us join users u on u.id = us.user_id where us.id = new.user_stream_id
  on conflict do nothing;
  return null;
end $$;

-- The days so far are counted anew from what was reported.
delete from active_days a
using user_streams us where us.course_id = a.course_id and us.user_id = a.user_id
  and exists (select from progress_events e where e.user_stream_id = us.id);
insert into active_days (course_id, on_date, user_id)
select distinct us.course_id, local_day(e.occurred_at, u.timezone), us.user_id
from progress_events e join user_streams us on us.id = e.user_stream_id join users u on u.id = us.user_id
on conflict do nothing;

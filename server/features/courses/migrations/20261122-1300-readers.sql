-- Nodes remember who may read which version of a course; whatever changes that tells them, in the transaction that changes it.
create function tell_course_readers_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('course_readers_changed', '');
  return null;
end $$;

create trigger tell_course_readers_changed after update of version, brand_id or delete on courses
  for each statement execute function tell_course_readers_changed();
create trigger tell_course_readers_changed
  after insert or update of user_id, course_id, is_demo, course_full_access or delete on user_streams
  for each statement execute function tell_course_readers_changed();

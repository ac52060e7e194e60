-- How many learners a cohort takes; null for any number.
alter table streams add column seats integer check (seats > 0);

-- What staff do with a learner's place. Who is taken out keeps all that they have done: it comes back with the next enrolment.
alter table user_streams
  add column stopped_at timestamptz,
  add column taken_out_at timestamptz;

create index user_streams_stream on user_streams (stream_id) where taken_out_at is null;

drop trigger tell_course_readers_changed on user_streams;
create trigger tell_course_readers_changed
  after insert or update of user_id, course_id, is_demo, course_full_access, taken_out_at or delete on user_streams
  for each statement execute function tell_course_readers_changed();

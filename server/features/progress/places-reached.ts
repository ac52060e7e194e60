/** SQL: the learners' places in a course; who has only the demo is no learner of it yet. */
export const places = (course: string) => `places as materialized (
  select us.id, us.user_id, us.stream_id from user_streams us
  where us.course_id = ${course} and us.taken_out_at is null and (not us.is_demo or us.course_full_access))`

/** SQL: the days that learners at `places` have begun. */
export const marks = `marks as materialized (
  select p.id, p.user_id, p.stream_id, d.day_id, cd.day_number, d.finished_at is not null as is_finished
  from places p join day_statuses d on d.user_stream_id = p.id
  join course_days cd on cd.id = d.day_id and cd.archived_at is null
  where d.started_at is not null or d.finished_at is not null)`
/** SQL: the last of the days at `marks` that each place has begun. */
export const furthest = `furthest as materialized (select id, user_id, stream_id, max(day_number) as day_number from marks
  group by id, user_id, stream_id)`

-- A part that left the course's file while learners' records point at it: kept with them, and no longer part of the course.
alter table course_stages add column archived_at timestamptz;
alter table course_days add column archived_at timestamptz;
alter table course_lessons add column archived_at timestamptz;
alter table course_lesson_sets add column archived_at timestamptz;
alter table course_lesson_set_lessons add column archived_at timestamptz;
alter table course_homeworks add column archived_at timestamptz;

-- As the unique constraint before it, but an archived lesson leaves its place in the order to others.
alter table course_lesson_set_lessons
  drop constraint course_lesson_set_lessons_lesson_set_id_sort_key,
  add constraint course_lesson_set_lessons_order exclude using btree (lesson_set_id with =, sort with =)
    where (archived_at is null) deferrable initially deferred;

-- What handing in takes: a text, a file, one of the exercises, or any of text and file.
alter table course_homeworks
  add column answer_with text not null default 'any' check (answer_with in ('any', 'message', 'file', 'exercise')),
  add column is_selfie_required boolean not null default false;

-- Who reviews and answers in a course; a course that names nobody is open to every expert of its brand.
create table course_experts (
  course_id bigint not null references courses on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (course_id, user_id)
);
create index course_experts_user on course_experts (user_id);

-- Whether a member of staff answers and reviews in a course.
create function teaches(in_user bigint, in_role text, in_brand text, in_course bigint) returns boolean
  language sql stable
  return exists (
    select from courses c
    where c.id = in_course and c.brand_id = in_brand
      and (in_role = 'admin'
        or in_role = 'expert'
          and (not exists (select from course_experts e where e.course_id = in_course)
            or exists (select from course_experts e where e.course_id = in_course and e.user_id = in_user)))
  );

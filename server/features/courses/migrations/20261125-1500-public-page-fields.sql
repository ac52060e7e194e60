-- What only the public page of a course says: its name in the address (its key where there is none), questions with answers.
alter table courses
  add column alias text,
  add column questions jsonb not null default '[]';

create index courses_demo_video on courses (demo_video_id) where demo_video_id is not null;

-- Every alias that a course of a brand has had, for ever: an old one leads on, and no other course gets it.
create table course_aliases (
  brand_id text not null,
  alias text not null,
  course_key text not null,
  primary key (brand_id, alias)
);
insert into course_aliases (brand_id, alias, course_key) select brand_id, key, key from courses where version > 0;

create or replace function course_content(wanted bigint) returns json language sql stable as $$
  with homeworks as (
    select h.stage_id, h.day_id, json_agg(json_build_object('key', h.key, 'isRequired', h.is_required,
      'isDemoAccessible', h.is_demo_accessible, 'answerWith', h.answer_with, 'isSelfieRequired', h.is_selfie_required,
      'score', h.score, 'texts', h.texts, 'criteria', h.criteria, 'staffTexts', h.staff_texts) order by h.id) as list
    from course_homeworks h where h.course_id = wanted and h.archived_at is null group by h.stage_id, h.day_id
  ), places as (
    select sl.lesson_set_id, json_agg(json_build_object('key', l.key, 'sort', sl.sort, 'surveyFormUrl', sl.survey_form_url)
      order by sl.sort, sl.id) as list
    from course_lesson_set_lessons sl join course_lessons l on l.id = sl.lesson_id
    where l.course_id = wanted and sl.archived_at is null group by sl.lesson_set_id
  ), sets as (
    select s.day_id, json_agg(json_build_object('key', s.key, 'sort', s.sort, 'repeatCount', s.repeat_count,
      'repeatFrom', s.repeat_from, 'repeatTo', s.repeat_to, 'lessons', coalesce(p.list, '[]')) order by s.sort, s.id) as list
    from course_lesson_sets s join course_days d on d.id = s.day_id left join places p on p.lesson_set_id = s.id
    where d.course_id = wanted and s.archived_at is null group by s.day_id
  ), days as (
    select d.stage_id, json_agg(json_build_object('key', d.key, 'dayNumber', d.day_number,
      'opensAfterDays', d.opens_after_days, 'isRest', d.is_rest, 'isRequiredToComplete', d.is_required_to_complete,
      'isSelfieRequired', d.is_selfie_required, 'isDemoAccessible', d.is_demo_accessible,
      'finishTotalTimeSeconds', d.finish_total_time_seconds, 'score', d.score, 'options', d.options, 'texts', d.texts,
      'lessonSets', coalesce(s.list, '[]'), 'homeworks', coalesce(h.list, '[]')) order by d.day_number, d.id) as list
    from course_days d left join sets s on s.day_id = d.id left join homeworks h on h.day_id = d.id
    where d.course_id = wanted and d.archived_at is null group by d.stage_id
  )
  select json_build_object(
    'course', (select json_build_object('brandId', c.brand_id, 'key', c.key, 'languages', c.languages, 'texts', c.texts,
      'categoryId', c.category_id, 'licence', c.licence, 'attribution', c.attribution, 'imageId', c.image_id,
      'backgroundId', c.background_id, 'demoVideoId', c.demo_video_id, 'consultationLimit', c.consultation_limit,
      'options', c.options, 'alias', c.alias, 'questions', c.questions,
      'isDemoDocumentsAccessible', c.is_demo_documents_accessible,
      'isDemoExpertMessageEnabled', c.is_demo_expert_message_enabled,
      'isDemoUserMessageEnabled', c.is_demo_user_message_enabled,
      'isDemoOfflineModeAccessible', c.is_demo_offline_mode_accessible) from courses c where c.id = wanted),
    'stages', coalesce((select json_agg(json_build_object('key', g.key, 'sort', g.sort, 'texts', g.texts,
      'days', coalesce(d.list, '[]'), 'homeworks', coalesce(h.list, '[]')) order by g.sort, g.id)
      from course_stages g left join days d on d.stage_id = g.id
      left join homeworks h on h.stage_id = g.id and h.day_id is null
      where g.course_id = wanted and g.archived_at is null), '[]'),
    'lessons', coalesce((select json_agg(json_build_object('key', l.key, 'texts', l.texts, 'links', l.links,
      'options', l.options, 'imageId', l.image_id, 'videoId', l.video_id, 'descriptionVideoId', l.description_video_id,
      'verticalVideoId', l.vertical_video_id, 'verticalDescriptionVideoId', l.vertical_description_video_id) order by l.id)
      from course_lessons l where l.course_id = wanted and l.archived_at is null), '[]'),
    'documents', coalesce((select json_agg(json_build_object('key', o.key, 'sort', o.sort, 'texts', o.texts, 'url', o.url,
      'mediaId', o.media_id) order by o.sort, o.id) from course_documents o where o.course_id = wanted), '[]'))
$$;

-- What is published now says it too; versions before had neither.
update course_versions v set content = course_content(v.course_id)
  from courses c where c.id = v.course_id and c.version = v.number;

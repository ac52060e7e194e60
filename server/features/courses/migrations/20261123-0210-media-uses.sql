-- Which files each version of a course has: an earlier one can be brought back while they are there.
create table course_version_media (
  course_id bigint not null,
  number integer not null,
  media_id bigint not null references media,
  primary key (course_id, number, media_id),
  foreign key (course_id, number) references course_versions on delete cascade
);
create index course_version_media_item on course_version_media (media_id);

create function media_in_course(content jsonb) returns setof bigint language sql immutable as $$
  select distinct id from (
    select unnest(array[content #>> '{course,imageId}', content #>> '{course,backgroundId}',
      content #>> '{course,demoVideoId}'])::bigint as id
    union all
    select unnest(array[l ->> 'imageId', l ->> 'videoId', l ->> 'descriptionVideoId', l ->> 'verticalVideoId',
      l ->> 'verticalDescriptionVideoId'])::bigint from jsonb_array_elements(content -> 'lessons') l
    union all
    select (d ->> 'mediaId')::bigint from jsonb_array_elements(content -> 'documents') d
  ) named where id is not null
$$;

create function note_version_media() returns trigger language plpgsql as $$
begin
  insert into course_version_media (course_id, number, media_id)
  select new.course_id, new.number, id from media_in_course(new.content::jsonb) id
  on conflict do nothing;
  return null;
end $$;
create trigger note_version_media after insert on course_versions for each row execute function note_version_media();

insert into course_version_media (course_id, number, media_id)
select v.course_id, v.number, id from course_versions v, media_in_course(v.content::jsonb) id
where exists (select from media m where m.id = id);

create function titles_in(texts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(t.key, t.value ->> 'title') filter (where t.value ? 'title'), '{}')
    from jsonb_each(texts) t
$$;

-- Where courses use a file: in what learners read, in a draft, or only in what a course was once.
create view media_uses as
  select c.brand_id, c.id as course_id, v.media_id, 'published' as place, 'course' as part, null::jsonb as titles
    from courses c
    cross join lateral (values (c.image_id), (c.background_id), (c.demo_video_id)) v(media_id)
    where v.media_id is not null
  union all
  select c.brand_id, c.id, v.media_id, case when l.archived_at is null then 'published' else 'archived' end, 'lesson',
      titles_in(l.texts)
    from course_lessons l join courses c on c.id = l.course_id
    cross join lateral (values (l.image_id), (l.video_id), (l.description_video_id), (l.vertical_video_id),
      (l.vertical_description_video_id)) v(media_id)
    where v.media_id is not null
  union all
  select c.brand_id, c.id, d.media_id, 'published', 'document', titles_in(d.texts)
    from course_documents d join courses c on c.id = d.course_id where d.media_id is not null
  union all
  select c.brand_id, c.id, v.id::bigint, 'draft', p.kind, case when p.kind <> 'course' then p.content -> 'title' end
    from course_draft_parts p join courses c on c.id = p.course_id
    cross join lateral (values (p.content ->> 'image'), (p.content ->> 'background'), (p.content ->> 'demoVideo'),
      (p.content ->> 'media'), (p.content #>> '{videos,main}'), (p.content #>> '{videos,analysis}'),
      (p.content #>> '{videos,vertical}'), (p.content #>> '{videos,verticalAnalysis}')) v(id)
    where v.id is not null
  union all
  select c.brand_id, c.id, v.media_id, 'archived', 'course', null
    from course_version_media v join courses c on c.id = v.course_id where v.number < c.version;

-- Where courses use a file, as before; of a draft also which part of it.
create or replace view media_uses as
  select c.brand_id, c.id as course_id, v.media_id, 'published' as place, 'course' as part, null::jsonb as titles,
      null::uuid as part_id
    from courses c
    cross join lateral (values (c.image_id), (c.background_id), (c.demo_video_id)) v(media_id)
    where v.media_id is not null
  union all
  select c.brand_id, c.id, v.media_id, case when l.archived_at is null then 'published' else 'archived' end, 'lesson',
      titles_in(l.texts), null
    from course_lessons l join courses c on c.id = l.course_id
    cross join lateral (values (l.image_id), (l.video_id), (l.description_video_id), (l.vertical_video_id),
      (l.vertical_description_video_id)) v(media_id)
    where v.media_id is not null
  union all
  select c.brand_id, c.id, d.media_id, 'published', 'document', titles_in(d.texts), null
    from course_documents d join courses c on c.id = d.course_id where d.media_id is not null
  union all
  select c.brand_id, c.id, v.id::bigint, 'draft', p.kind, case when p.kind <> 'course' then p.content -> 'title' end,
      p.id
    from course_draft_parts p join courses c on c.id = p.course_id
    cross join lateral (values (p.content ->> 'image'), (p.content ->> 'background'), (p.content ->> 'demoVideo'),
      (p.content ->> 'media'), (p.content #>> '{videos,main}'), (p.content #>> '{videos,analysis}'),
      (p.content #>> '{videos,vertical}'), (p.content #>> '{videos,verticalAnalysis}')) v(id)
    where v.id is not null
  union all
  select c.brand_id, c.id, v.media_id, 'archived', 'course', null, null
    from course_version_media v join courses c on c.id = v.course_id where v.number < c.version;

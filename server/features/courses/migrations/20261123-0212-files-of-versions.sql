-- Whose film was given other subtitles or another picture is exported as it is now, not as its file was.
create function outdate_course_files() returns trigger language plpgsql as $$
begin
  update course_versions v set source = v.source || '{"isOutdated": true}'
    from course_version_media m where m.media_id = new.id and m.course_id = v.course_id and m.number = v.number;
  return null;
end $$;
create trigger outdate_course_files after update on media for each row
  when (new.is_in_library and new.status = 'DONE' and old.status = 'DONE' and (old.key, old.files) is distinct from (new.key, new.files))
  execute function outdate_course_files();

-- Bytes of what was made of an original for showing and playing; the original's own are `bytes`.
alter table media add column made_bytes bigint not null default 0;

-- What was imported belongs to the school whose courses use it.
update media m set brand_id = u.brand_id, is_in_library = true
  from (select media_id, min(brand_id) as brand_id from media_uses group by media_id having count(distinct brand_id) = 1) u
 where m.id = u.media_id and m.brand_id is null and m.owner_id is null and not m.is_private;

create index media_library on media (brand_id, created_at desc, id desc) where is_in_library;

-- What is cached of an item that courses show is forgotten on every node.
create function tell_media_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('media_changed', '');
  return null;
end $$;
create trigger tell_media_changed after update on media for each row
  when (not old.is_private and (old.key, old.files, old.name, old.duration_ms, old.status)
    is distinct from (new.key, new.files, new.name, new.duration_ms, new.status))
  execute function tell_media_changed();
create trigger tell_media_deleted after delete on media for each row when (not old.is_private)
  execute function tell_media_changed();

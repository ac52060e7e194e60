-- When what an article shows was changed last, for the map of the site.
alter table articles add column updated_at timestamptz not null default now();
update articles set updated_at = greatest(created_at, least(published_at, now()));

create function note_article_changed() returns trigger language plpgsql as $$
begin
  if (new.texts, new.picture_id, new.is_public, new.published_at)
    is distinct from (old.texts, old.picture_id, old.is_public, old.published_at) then
    new.updated_at := now();
  end if;
  return new;
end $$;
create trigger note_article_changed before update of texts, picture_id, is_public, published_at on articles
  for each row execute function note_article_changed();

drop trigger tell_public_pages_changed on articles;
create trigger tell_public_pages_changed
  after insert or delete or update of texts, picture_id, is_public, sort, published_at on articles
  for each statement execute function tell_public_pages_changed();

-- Articles for everybody have public pages. That they are read changes none of them.
create trigger tell_public_pages_changed
  after delete or update of texts, picture_id, is_public, published_at on articles
  for each statement execute function tell_public_pages_changed();
create trigger tell_public_pages_changed after update of titles, is_hidden on communities
  for each statement execute function tell_public_pages_changed();

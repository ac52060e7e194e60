-- Open pages hear of messages whose author was erased, as of any other change: the latest ones, which they may show.
create function publish_empty_club_message() returns trigger language plpgsql as $$
begin
  if new.number > (select message_count - 300 from club_chats where community_id = new.community_id) then
    perform publish_event('club:' || new.community_id, 'club_message', jsonb_build_object('message_id', new.id));
  end if;
  return null;
end $$;
create trigger publish_empty_club_message after update of author_id on club_messages
  for each row when (old.author_id is not null and new.author_id is null) execute function publish_empty_club_message();

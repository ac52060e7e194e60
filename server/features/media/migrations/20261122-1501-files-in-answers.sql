-- What somebody sent to others, in their chats or in answer to their requests, stays there when the sender is erased, and is
-- nobody's from then on; the rest of their files goes with them.
create or replace function keep_files_of_others() returns trigger language plpgsql as $$
begin
  update media f set owner_id = null
  where f.owner_id = old.id and (
    exists (
      select from chat_message_files mf
        join chat_messages m on m.id = mf.message_id
        join chats c on c.id = m.chat_id
      where mf.media_id = f.id and c.user_id <> old.id)
    or exists (
      select from support_message_files sf
        join support_messages m on m.id = sf.message_id
        join support_requests r on r.id = m.request_id
      where sf.media_id = f.id and r.user_id <> old.id));
  return old;
end $$;

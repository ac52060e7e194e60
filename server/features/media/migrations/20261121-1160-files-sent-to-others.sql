-- What somebody sent into the chats of others stays there when they are erased, and is nobody's from then on; the rest of
-- their files goes with them.
create function keep_files_of_others() returns trigger language plpgsql as $$
begin
  update media f set owner_id = null
  where f.owner_id = old.id and exists (
    select from chat_message_files mf
      join chat_messages m on m.id = mf.message_id
      join chats c on c.id = m.chat_id
    where mf.media_id = f.id and c.user_id <> old.id);
  return old;
end $$;
create trigger keep_files_of_others before delete on users for each row execute function keep_files_of_others();

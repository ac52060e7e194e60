-- Since when a chat lies with the colleague it was given to, until they answer or take it.
alter table chats add column handed_at timestamptz;

-- What messages are found by, in the languages of the apps: the Russian words are those of English too.
create function message_words(message text) returns tsvector language sql immutable parallel safe
  return to_tsvector('pg_catalog.russian', message) || to_tsvector('pg_catalog.spanish', message);
create index chat_messages_words on chat_messages using gin (message_words(text));

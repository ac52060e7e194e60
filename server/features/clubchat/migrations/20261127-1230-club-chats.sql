-- The one chat of all members of a club; its row is made with the first message, and its lock numbers them without gaps.
create table club_chats (
  community_id bigint primary key references communities on delete cascade,
  message_count integer not null
) with (fillfactor = 70);

-- Messages are never removed: what staff hide keeps its number.
create table club_messages (
  id bigint generated always as identity primary key,
  community_id bigint not null references communities on delete cascade,
  number integer not null,
  author_id bigint references users on delete set null,
  text text not null,
  reply_to bigint references club_messages on delete cascade,
  -- The author's own key; the same key again is the same message.
  client_key text not null,
  created_at timestamptz not null,
  -- When it was last hidden or restored.
  updated_at timestamptz not null,
  hidden_at timestamptz,
  hidden_by bigint references users on delete set null,
  unique (community_id, number),
  unique (community_id, author_id, client_key)
);
create index club_messages_author on club_messages (author_id) where author_id is not null;
create index club_messages_reply on club_messages (reply_to) where reply_to is not null;
create index club_messages_hidden on club_messages (community_id, hidden_at) where hidden_at is not null;
create index club_messages_hidden_by on club_messages (hidden_by) where hidden_by is not null;

-- With its author a message loses what it said.
create function empty_club_message() returns trigger language plpgsql as $$
begin
  new.text := '';
  new.updated_at := greatest(now(), new.updated_at);
  return new;
end $$;
create trigger empty_club_message before update of author_id on club_messages
  for each row when (new.author_id is null) execute function empty_club_message();

create table club_message_files (
  message_id bigint not null references club_messages on delete cascade,
  media_id bigint not null references media on delete cascade,
  sort smallint not null,
  primary key (message_id, media_id)
);
create index club_message_files_media on club_message_files (media_id);

create table club_mentions (
  message_id bigint not null references club_messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (message_id, user_id)
);
create index club_mentions_user on club_mentions (user_id);

-- What a club's chat knows of a person: how far they have read it, when they last wrote, until when they may not.
create table club_readers (
  community_id bigint not null references communities on delete cascade,
  user_id bigint not null references users on delete cascade,
  read_number integer not null default 0,
  wrote_at timestamptz,
  muted_until timestamptz,
  primary key (community_id, user_id)
) with (fillfactor = 70);
create index club_readers_user on club_readers (user_id);

create table club_reports (
  message_id bigint not null references club_messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  reason text not null,
  created_at timestamptz not null,
  -- When staff decided about the message.
  handled_at timestamptz,
  primary key (message_id, user_id)
);
create index club_reports_user on club_reports (user_id);
create index club_reports_open on club_reports (message_id) where handled_at is null;

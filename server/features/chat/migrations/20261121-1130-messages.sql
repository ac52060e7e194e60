-- What a learner and the experts of a course say to each other: one chat for each place in a stream.
create table chats (
  id bigint generated always as identity primary key,
  user_stream_id bigint not null unique references user_streams on delete cascade,
  user_id bigint not null references users on delete cascade,
  course_id bigint not null references courses on delete cascade,
  message_count integer not null default 0,
  last_message_at timestamptz,
  learner_unread integer not null default 0,
  staff_unread integer not null default 0,
  -- The number of the last message of the other side that each has seen.
  learner_seen integer not null default 0,
  staff_seen integer not null default 0,
  -- When the learner last wrote; the message delay counts from it (CHT-06).
  learner_wrote_at timestamptz,
  -- Since when the learner waits for an answer; null when nobody waits.
  waiting_since timestamptz,
  -- The member of staff who looks after it.
  owner_id bigint references users on delete set null,
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index chats_user on chats (user_id);
create index chats_course on chats (course_id);
create index chats_owner on chats (owner_id) where owner_id is not null;
create index chats_waiting on chats (waiting_since) where waiting_since is not null;

-- `number` is the place in its chat, from 1 without gaps; messages are never removed, so a page is a range of numbers.
create table chat_messages (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chats on delete cascade,
  number integer not null,
  author_id bigint references users on delete set null,
  is_expert boolean not null,
  kind text not null default 'message' check (kind in ('message', 'submission', 'verdict', 'consultation')),
  text text not null default '',
  -- Remarks at moments of a video: [{"mediaId": …, "seconds": …, "text": …}].
  comments jsonb not null default '[]',
  -- The author's own key; the same key again is the same message (CHT-08).
  client_key text not null,
  rating smallint check (rating between 1 and 5),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz,
  unique (chat_id, number),
  unique (chat_id, author_id, client_key)
);

create table chat_message_files (
  message_id bigint not null references chat_messages on delete cascade,
  -- Looked at when a transaction ends: somebody who is erased takes files and messages with them in either order.
  media_id bigint not null references media deferrable initially deferred,
  sort smallint not null,
  primary key (message_id, media_id)
);
create index chat_message_files_media on chat_message_files (media_id);

-- What staff tell each other about a chat; kept apart from messages, so that no learner can ever be sent one.
create table chat_notes (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chats on delete cascade,
  author_id bigint references users on delete set null,
  text text not null,
  client_key text not null,
  created_at timestamptz not null default now(),
  unique (chat_id, author_id, client_key)
);
create index chat_notes_chat on chat_notes (chat_id, id);

create table saved_phrases (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  shortcut text not null default '',
  text text not null,
  sort integer not null default 0,
  client_key text not null,
  created_at timestamptz not null default now(),
  unique (user_id, client_key)
);
create index saved_phrases_user on saved_phrases (user_id, sort, id);

create function open_chat() returns trigger language plpgsql as $$
begin
  insert into chats (user_stream_id, user_id, course_id) values (new.id, new.user_id, new.course_id);
  return null;
end $$;
create trigger open_chat after insert on user_streams for each row execute function open_chat();
insert into chats (user_stream_id, user_id, course_id) select id, user_id, course_id from user_streams order by id;

-- Photos and videos that go with an answer of support.
create table support_message_files (
  message_id bigint not null references support_messages on delete cascade,
  -- Looked at when a transaction ends: somebody who is erased takes files and messages with them in either order.
  media_id bigint not null references media deferrable initially deferred,
  sort smallint not null,
  primary key (message_id, media_id)
);
create index support_message_files_media on support_message_files (media_id);

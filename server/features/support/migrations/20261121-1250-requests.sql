-- What people ask of support. A request is of an account, or of a visitor who left an e-mail.
create table support_requests (
  id bigint generated always as identity primary key,
  brand_id text not null,
  user_id bigint references users on delete cascade,
  email text,
  name text not null,
  -- The asker's language: answers by e-mail are in it.
  language_code text not null,
  -- A topic of the brand; null when none was chosen.
  category_id integer,
  user_stream_id bigint references user_streams on delete set null,
  is_auto boolean not null default false,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- The member of staff who looks after it.
  owner_id bigint references users on delete set null,
  message_count integer not null default 0,
  -- How many answers the asker has not seen.
  unread_count integer not null default 0,
  -- Since when the asker waits for an answer; null when they do not.
  waiting_since timestamptz,
  last_message_at timestamptz not null,
  -- The asker's own key; the same key again is the same request.
  client_key text not null,
  created_at timestamptz not null,
  check ((user_id is null) <> (email is null)),
  unique nulls not distinct (brand_id, user_id, client_key)
) with (fillfactor = 70);
create index support_requests_user on support_requests (user_id, last_message_at) where user_id is not null;
create index support_requests_email on support_requests (brand_id, email) where email is not null;
create index support_requests_stream on support_requests (user_stream_id) where user_stream_id is not null;
create index support_requests_owner on support_requests (owner_id) where owner_id is not null;
create index support_requests_desk on support_requests (brand_id, state, waiting_since);

-- `number` is the place in its request, from 1 without gaps.
create table support_messages (
  id bigint generated always as identity primary key,
  request_id bigint not null references support_requests on delete cascade,
  number integer not null,
  author_id bigint references users on delete set null,
  is_staff boolean not null,
  text text not null,
  client_key text not null,
  created_at timestamptz not null,
  unique (request_id, number),
  unique (request_id, author_id, client_key)
);
create index support_messages_author on support_messages (author_id, created_at) where author_id is not null;

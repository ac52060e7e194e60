-- A consultation covers the messages of a chat from its first number to its last; an open one, all from the first on (CNS-01).
-- The first may be the one that will be written next.
create table consultations (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chats on delete cascade,
  status text not null default 'open' check (status in ('open', 'close', 'rated')),
  start_number integer not null,
  end_number integer,
  -- How many of the learner's consultations it takes.
  amount integer not null default 1 check (amount >= 0),
  rating smallint check (rating between 1 and 5),
  opened_by bigint references users on delete set null,
  client_key text,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (chat_id, client_key)
);
create unique index consultations_open on consultations (chat_id) where status = 'open';
create index consultations_chat on consultations (chat_id);

-- What a learner asked for: it waits until staff approve it, which opens a consultation (CNS-04).
create table consultation_orders (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chats on delete cascade,
  client_key text not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined')),
  consultation_id bigint references consultations on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint references users on delete set null,
  unique (chat_id, client_key)
);
create unique index consultation_orders_waiting on consultation_orders (chat_id) where status = 'waiting';

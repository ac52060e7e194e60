-- What staff tell each other about a learner; no learner is ever shown one. It goes with the learner, and stays without a name
-- when its author goes.
create table learner_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  author_id bigint references users on delete set null,
  text text not null,
  client_key text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  unique (user_id, author_id, client_key)
);
create index learner_notes_author on learner_notes (author_id) where author_id is not null;

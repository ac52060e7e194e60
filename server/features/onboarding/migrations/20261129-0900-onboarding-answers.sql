-- What people chose in the registration chat: the names that the brand gives to its question and to the option.
create table onboarding_answers (
  user_id bigint not null references users on delete cascade,
  name text not null,
  value text not null,
  answered_at timestamptz not null default now(),
  primary key (user_id, name)
);

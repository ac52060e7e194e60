-- By which way somebody wants to hear of what the bell lists; without a row, by the usual one.
create table notice_choices (
  user_id bigint not null references users on delete cascade,
  kind text not null,
  way text not null check (way in ('push', 'letter', 'list')),
  primary key (user_id, kind)
);

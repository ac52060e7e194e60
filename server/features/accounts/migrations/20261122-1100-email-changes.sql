-- The old address of somebody who has a new one, until it has been told of the change; it goes with the person.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  old_email text not null,
  created_at timestamptz not null default now()
);
create index email_changes_user on email_changes (user_id);

-- On how many days a week a learner wants to learn, from a week of their own calendar on; null once they have ended it.
create table week_goals (
  user_id bigint not null references users on delete cascade,
  from_week date not null check (extract(isodow from from_week) = 1),
  days smallint check (days between 1 and 7),
  set_at timestamptz not null default now(),
  primary key (user_id, from_week)
);

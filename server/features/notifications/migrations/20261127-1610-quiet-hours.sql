-- When somebody does not want to be disturbed, on their own clock, past midnight where the end is not later; without a row, in the
-- usual hours.
create table quiet_hours (
  user_id bigint primary key references users on delete cascade,
  is_on boolean not null,
  from_time text not null check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  until_time text not null check (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);

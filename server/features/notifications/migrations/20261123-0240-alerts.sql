alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('reminder', 'message', 'verdict', 'alert'));

-- How a member of staff hears of homework that waits, when, and up to which moment they were told.
create table staff_alerts (
  user_id bigint primary key references users on delete cascade,
  by_badge boolean not null default true,
  by_push boolean not null default true,
  by_letter boolean not null default true,
  -- By ISO 8601: 1 is Monday. With the hours, 'HH:MM' of the person's own clock; from the first to the same is all day.
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}'
    check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  from_time text not null default '09:00' check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  until_time text not null default '20:00' check (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  told_until timestamptz not null,
  told_at timestamptz
);

-- When somebody does not want to be disturbed, on their own clock, past midnight where the end is not later; without a row, in the
-- usual hours.
create table quiet_hours (
  user_id bigint primary key references users on delete cascade,
  is_on boolean not null,
  from_time text not null check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  until_time text not null check (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);

-- What waits for the end of somebody's quiet hours is looked at again when they change time zone.
create function wake_notices() returns trigger language plpgsql as $$
begin
  update notice_deliveries d set due_at = least(d.due_at, now()) from notices n
   where n.id = d.notice_id and n.user_id = new.id and d.due_at > now() + interval '1 minute';
  return null;
end $$;
create trigger wake_notices after update of timezone on users for each row
  when (old.timezone is distinct from new.timezone) execute function wake_notices();

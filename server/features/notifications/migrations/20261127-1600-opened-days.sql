alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('reminder', 'message', 'verdict', 'alert', 'refund', 'payment',
  'points', 'article', 'day', 'digest', 'consultation', 'consultation_day', 'consultation_soon'));

-- Up to which date a learner was told of the days of a stream that have opened; null before anybody has looked. Who tries a course out
-- for its author is told nothing.
create table told_days (
  user_stream_id bigint primary key references user_streams on delete cascade,
  told_on date,
  -- When the next date begins for the learner, by the clock of this zone.
  next_at timestamptz not null default '-infinity',
  timezone text not null
);
create index told_days_next on told_days (next_at);
insert into told_days (user_stream_id, timezone) select us.id, u.timezone from user_streams us
  join users u on u.id = us.user_id where not u.is_trial;

create function begin_told_days() returns trigger language plpgsql as $$
begin
  insert into told_days (user_stream_id, timezone) select new.id, u.timezone from users u where u.id = new.user_id and not u.is_trial;
  return null;
end $$;
create trigger begin_told_days after insert on user_streams for each row execute function begin_told_days();

create function move_told_days() returns trigger language plpgsql as $$
begin
  update told_days t set next_at = '-infinity', timezone = new.timezone from user_streams us
   where us.user_id = new.id and t.user_stream_id = us.id;
  return null;
end $$;
create trigger move_told_days after update of timezone on users for each row
  when (old.timezone is distinct from new.timezone) execute function move_told_days();

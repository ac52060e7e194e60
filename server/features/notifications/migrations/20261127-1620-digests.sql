drop index notices_listed;
create index notices_listed on notices (user_id, id desc)
  where kind not in ('reminder', 'alert', 'digest', 'consultation_day', 'consultation_soon');

-- Who wants an e-mail of what they have not seen, and when the next one is due on their own clock.
create table digests (
  user_id bigint primary key references users on delete cascade,
  pace text not null check (pace in ('daily', 'weekly')),
  next_at timestamptz not null,
  next_on date not null,
  -- The local date that the last was due on, so that another time zone does not bring two.
  sent_on date,
  -- The person has changed time zone since next_at was set.
  has_moved boolean not null default false,
  -- The next digest begins after this notice.
  told_id bigint not null
);
create index digests_next on digests (next_at);
create index digests_moved on digests (user_id) where has_moved;

create function move_digests() returns trigger language plpgsql as $$
begin
  update digests set has_moved = true where user_id = new.id;
  return null;
end $$;
create trigger move_digests after update of timezone on users for each row
  when (old.timezone is distinct from new.timezone) execute function move_digests();

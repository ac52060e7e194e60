-- How many messages somebody has written in the minute that began at a time.
alter table club_readers add column minute_at timestamptz, add column minute_count integer not null default 0;

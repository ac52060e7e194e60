-- Nodes remember the public pages; whatever these show tells them in the transaction that changes it.
create function tell_public_pages_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_pages_changed', '');
  return null;
end $$;

create trigger tell_public_pages_changed after insert or update or delete on courses
  for each statement execute function tell_public_pages_changed();
create trigger tell_public_pages_changed after insert or delete on course_aliases
  for each statement execute function tell_public_pages_changed();
create trigger tell_public_pages_changed after insert or update or delete on course_experts
  for each statement execute function tell_public_pages_changed();
create trigger tell_public_pages_changed after insert or update or delete on services
  for each statement execute function tell_public_pages_changed();
create trigger tell_public_pages_changed after insert or update or delete on service_prices
  for each statement execute function tell_public_pages_changed();
create trigger tell_public_pages_changed after insert or update or delete on billing_terms
  for each statement execute function tell_public_pages_changed();
create trigger tell_public_pages_changed after insert or update or delete on payment_accounts
  for each statement execute function tell_public_pages_changed();
create trigger tell_public_pages_changed after insert or update or delete on streams
  for each statement execute function tell_public_pages_changed();

create trigger tell_public_pages_changed after update of first_name, last_name, role, blocked_at on users
  for each row when (old.role = 'expert' or new.role = 'expert') execute function tell_public_pages_changed();

create trigger tell_public_pages_of_expert after insert on users
  for each row when (new.role = 'expert') execute function tell_public_pages_changed();

-- Only the last places of a cohort show.
create function tell_seats_changed() returns trigger language plpgsql as $$
begin
  if exists (select from streams s where s.seats is not null and s.id in (select stream_id from touched)) then
    perform pg_notify('public_pages_changed', '');
  end if;
  return null;
end $$;
create trigger tell_seats_taken after insert on user_streams referencing new table as touched
  for each statement execute function tell_seats_changed();
create trigger tell_seats_left after delete on user_streams referencing old table as touched
  for each statement execute function tell_seats_changed();
create trigger tell_seats_changed after update on user_streams referencing new table as touched
  for each statement execute function tell_seats_changed();

create index course_aliases_course on course_aliases (brand_id, course_key);

-- Of somebody who is erased nothing is left that tells their events from those of others.
create function forget_visitor() returns trigger language plpgsql as $$
begin
  update analytics_events set visitor = null where user_id = old.id and visitor is not null;
  return old;
end $$;
create trigger forget_visitor before delete on users for each row execute function forget_visitor();

-- What somebody asked as a visitor, by the e-mail of the account, goes with the account.
create function erase_questions() returns trigger language plpgsql as $$
begin
  delete from support_requests where brand_id = old.brand_id and email = lower(old.email);
  return old;
end $$;
create trigger erase_questions before delete on users for each row when (old.email is not null)
  execute function erase_questions();

-- An expert who leaves the school leaves its public pages too. One who is erased is told of by their rows in course_experts.
drop trigger tell_public_pages_changed on users;
create trigger tell_public_pages_changed after update of first_name, last_name, role, status, blocked_at on users
  for each row when (old.role = 'expert' or new.role = 'expert') execute function tell_public_pages_changed();

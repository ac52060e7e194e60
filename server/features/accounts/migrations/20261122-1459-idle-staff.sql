-- When a session ends: of staff after 12 hours without use, whatever is left of its days (STF-23).
create function session_end(expires_at timestamptz, seen_at timestamptz, role text) returns timestamptz
  language sql stable parallel safe
  return case when role = 'learner' then expires_at else least(expires_at, seen_at + interval '12 hours') end;

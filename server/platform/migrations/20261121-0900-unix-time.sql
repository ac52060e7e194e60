-- Wire times are whole Unix seconds.
create function unix(instant timestamptz) returns bigint
  language sql stable parallel safe
  return floor(extract(epoch from instant))::bigint;

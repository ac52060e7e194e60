-- Consultations that were sold without a course were added to the latest place of their buyer; from now on it is known to which.
insert into stream_extensions (order_id, user_stream_id, consultations, is_given)
select o.id, us.id, o.consultations, true
from orders o
cross join lateral (
  select id from user_streams where user_id = o.user_id and taken_out_at is null and not is_demo order by ends_on desc, id desc limit 1
) us
where o.is_open and o.course_id is null and o.extends_id is null and o.consultations > 0
on conflict do nothing;
